/**
 * Choices of a search for each customer: one of several sets of visits. Visits are stops of the model, one for each day of a customer
 * who is served on some of several days, or one for each place where a customer can be served. Flat lists.
 */
export interface VisitChoices {
  /** Customer of every visit. */
  customerOf: Int32Array
  /** Visits of customer c, one for each day of any of its sets: memberFrom[c] .. memberFrom[c + 1] - 1 of member. */
  memberFrom: Int32Array
  member: Int32Array
  /** Sets of customer c: setFrom[c] .. setFrom[c + 1] - 1. */
  setFrom: Int32Array
  /** Visits of set k: visitFrom[k] .. visitFrom[k + 1] - 1 of visit. */
  visitFrom: Int32Array
  visit: Int32Array
  /** Cost of serving the customer by this set beyond its routes, such as the price of other days than planned. */
  price: Float64Array
}
