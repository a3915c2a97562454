// Still pictures of the map, as the service draws them and pages place them: no types of the interface, so that light pages may read it.

/** Whose work our maps are made of: always shown with them. */
export const MAP_ATTRIBUTION = '© OpenStreetMap contributors'

/** Pixels of the screen. Zooms are those of MapLibre: the world is `worldPixels` wide at zoom 0, and doubles with each. */
export const mapPicture = {
  width: 576,
  height: 288,
  /** Middles lie on a grid, so that few pictures serve many. */
  cellPixels: 32,
  worldPixels: 512,
  minZoom: 5,
  maxZoom: 16,
} as const
