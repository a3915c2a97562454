// Points of interest on the map: elements that people name instead of an address, because they are well known locally.

import type { Tags } from '../pbf/primitive-block.ts'

/** Keys that make an element a point of interest, whatever their value. */
const KINDS = ['shop', 'office', 'craft', 'healthcare', 'tourism', 'aeroway', 'historic', 'leisure', 'amenity']
/** Keys with only some values: train stations, not their platforms; factories, not every building with a name. */
const SOME: Readonly<Record<string, ReadonlySet<string>>> = {
  railway: new Set(['station', 'halt']),
  public_transport: new Set(['station']),
  man_made: new Set(['works', 'wastewater_plant', 'water_works']),
  landuse: new Set(['industrial', 'commercial', 'retail', 'cemetery', 'quarry']),
  building: new Set(['school', 'hospital', 'church', 'hotel', 'industrial', 'warehouse', 'university', 'public']),
}
/** Values of things that sometimes have a name but receive no deliveries. */
const NOTHING = new Set(
  'bench waste_basket recycling vending_machine parking parking_entrance parking_space bicycle_parking drinking_water fountain hunting_stand shelter information artwork viewpoint picnic_table attraction toilets telephone post_box charging_station memorial wayside_cross wayside_shrine boundary_stone garden park nature_reserve pitch track playground swimming_pool taxi clock taxiway runway gate parking_position holding_position no yes'.split(
    ' ',
  ),
)

/** Whether the tags describe a shop, a school, a hospital … that has a name and is in use. */
export function isLandmark(tags: Tags): boolean {
  if (!tags.has('name')) return false
  return (
    KINDS.some((key) => tags.has(key) && !NOTHING.has(tags.get(key)!)) ||
    Object.entries(SOME).some(([key, values]) => values.has(tags.get(key) ?? ''))
  )
}
