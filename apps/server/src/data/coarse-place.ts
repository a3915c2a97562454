// Reduces a place to its area, where nobody's door may be known any more.
import { type RawBuilder, sql } from 'kysely'

/** Keeps country, state, county, city, postal code, and the coordinates to two decimals, about a kilometre. */
export function coarsePlace(location: RawBuilder<unknown>): RawBuilder<null> {
  const kept = ['country', 'country_code', 'state', 'county', 'city', 'postal_code'].map(
    (part) => sql`${sql.lit(part)}::text, ${location} -> ${sql.lit(part)}`,
  )
  const rounded = ['lat', 'lng'].map(
    (part) => sql`${sql.lit(part)}::text, round((${location} ->> ${sql.lit(part)})::numeric, 2)`,
  )
  return sql`case when ${location} is not null
    then jsonb_strip_nulls(jsonb_build_object(${sql.join([...kept, ...rounded])})) end`
}
