// Pages of lists of records.
export interface ListSearch {
  text?: string
  page?: number
  sort?: string
}

export const PAGE_SIZE = 50
