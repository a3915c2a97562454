/** Where the small size of a report's picture is served: for rows of pictures, which need not load what a screen would fill. */
export function smallPicture(url: string): string {
  return `${url}?size=small`
}
