// Which files a picture has.

/** Where the small size of a picture lies. Pictures of earlier versions have none. */
export function smallKey(storageKey: string): string {
  return storageKey.replace(/\.\w+$/, '-small$&')
}

export function filesOfPicture(storageKey: string): string[] {
  return [storageKey, smallKey(storageKey)]
}
