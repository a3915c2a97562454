// The acts of a driver's fingers, for tests: arriving, delivering, giving up, photographing, signing.
import type { Page } from 'playwright-core'

/** A photo as a phone takes it: large, full of detail, different every time. */
export async function takePhoto(page: Page, seed: number, width = 2000): Promise<Buffer> {
  const dataUrl = (await page.evaluate(`(() => {
    const canvas = document.createElement('canvas')
    canvas.width = ${width}
    canvas.height = ${width * 0.75}
    const context = canvas.getContext('2d')
    let state = ${seed + 1}
    const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32
    for (let i = 0; i < 4000; i++) {
      context.fillStyle = 'hsl(' + random() * 360 + ' 60% ' + random() * 90 + '%)'
      context.fillRect(random() * 2000, random() * 1500, random() * 90, random() * 90)
    }
    return canvas.toDataURL('image/jpeg', 0.95)
  })()`)) as string
  return Buffer.from(dataUrl.split(',')[1]!, 'base64')
}

export async function addPhoto(page: Page, bytes: Buffer, count = 1): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: bytes })
  await page
    .locator('.photo img')
    .nth(count - 1)
    .waitFor()
}

export async function sign(page: Page): Promise<void> {
  const canvas = page.locator('canvas.signature')
  await page.evaluate(`document.querySelector('canvas.signature').scrollIntoView({ block: 'center' })`)
  const box = (await canvas.boundingBox())!
  await page.mouse.move(box.x + 40, box.y + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + 160, box.y + 30, { steps: 6 })
  await page.mouse.move(box.x + 260, box.y + 90, { steps: 6 })
  await page.mouse.up()
  await page.getByText('Signed', { exact: true }).waitFor()
}

/** From the list to the next stop, and there. */
export async function arriveAtNext(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open stop' }).click()
  await page.getByRole('button', { name: 'I have arrived' }).click()
  await page.getByRole('button', { name: 'I have arrived' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Deliver', exact: true }).waitFor()
}

/** Has the camera read every parcel at the depot, and says that all are on board. */
export async function loadByCamera(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: /Load check/ }).click()
  await page.getByRole('button', { name: 'Scan parcels' }).click()
  await page.getByText(`${count} / ${count}`).waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Everything is on board' }).click()
}

interface Proof {
  /** The parcel that is handed over. */
  code: string
  /** A photo each, painted from these numbers. */
  photos: readonly number[]
  neighbour?: string
}

/** At the next stop of a project that wants photo and signature: arrives, ticks the parcel and all tasks, photographs, has it signed. */
export async function deliverNext(page: Page, { code, photos, neighbour }: Proof): Promise<void> {
  await arriveAtNext(page)
  await page.getByRole('button', { name: 'Deliver', exact: true }).click()
  await page.getByRole('button', { name: /^Still needed: .*photo/ }).waitFor()
  await page.getByLabel(code).check()
  for (const task of await page.getByRole('radio', { name: 'Done', exact: true }).all()) await task.check()
  for (const [index, seed] of photos.entries()) await addPhoto(page, await takePhoto(page, seed), index + 1)
  if (neighbour) {
    await page.getByText('Neighbour', { exact: true }).click()
    await page.getByLabel('Name or place').fill(neighbour)
  }
  await sign(page)
  await page.getByRole('button', { name: 'Delivered' }).click()
  await page
    .getByText(/stops$|Route finished/)
    .first()
    .waitFor()
}

export interface StoredItem {
  id: string
  kind: string
  state: string
  stop_id?: string
  body: { created_at?: string; at?: string; awaited_images?: string[] }
}

export interface PhoneStore {
  outbox: StoredItem[]
  /** `jpeg` in base64. */
  pictures: { id: string; stop_id: string; state: string; jpeg: string }[]
  positions: { recorded_at: string }[]
  drafts: { comments: string }[]
}

/** Reads the phone's store directly, without the app. */
export async function readPhoneStore(page: Page): Promise<PhoneStore> {
  return (await page.evaluate(`(async () => {
    const open = indexedDB.open('routewright-driver')
    const db = await new Promise((resolve, reject) => {
      open.onsuccess = () => resolve(open.result)
      open.onerror = () => reject(open.error)
    })
    const all = (name) => new Promise((resolve, reject) => {
      const asked = db.transaction(name).objectStore(name).getAll()
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error)
    })
    const base64 = (buffer) => btoa([...new Uint8Array(buffer)].map((byte) => String.fromCharCode(byte)).join(''))
    const pictures = []
    for (const { id, stop_id, state, bytes } of await all('pictures')) {
      pictures.push({ id, stop_id, state, jpeg: base64(bytes) })
    }
    const store = { outbox: await all('outbox'), pictures, positions: await all('positions'), drafts: await all('drafts') }
    db.close()
    return store
  })()`)) as PhoneStore
}
