// Still pictures of the map, as drawn by the service and placed by pages. Imports no types of the interface, so that light pages may use
// it.

/** Attribution of the map data: always shown with the maps. */
export const MAP_ATTRIBUTION = '© OpenStreetMap contributors'

/** Pixels of the screen. Zooms are those of MapLibre: the world is `worldPixels` wide at zoom 0, and doubles with each. */
export const mapPicture = {
  width: 576,
  height: 288,
  /** Centres are snapped to a grid, so that few pictures serve many places. */
  cellPixels: 32,
  worldPixels: 512,
  minZoom: 5,
  maxZoom: 16,
} as const
