// The driver and the dispatcher write to each other, in a real browser: told, kept without a connection, sent once, marked.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DriverWorld, startDriverWorld, startPhone, type WorldRoute, workerReady } from './driver-world.ts'
import { takePhoto } from './driving.ts'

let world: DriverWorld
beforeAll(async () => {
  world = await startDriverWorld()
}, 300_000)
afterAll(() => world?.stop())

const patience = { timeout: 60_000 }

interface Message {
  id: string
  sender: string
  text?: string
  awaits_image: boolean
  delivered_at?: string
  read_at?: string
}

/** Opens the planner as a dispatcher would. */
async function openDesk({ id, account }: WorldRoute) {
  const headers = { cookie: await world.server.signIn(account.user_id) }
  const call = async (method: string, path: string, body?: object) => {
    const answer = await world.server.call(method, `/app/v1/route/${id}/messages${path}`, { headers, body })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body
  }
  return {
    write: (body: object): Promise<Message> => call('POST', '', body),
    read: (message_ids: string[]) => call('POST', '/read', { message_ids }),
    list: (): Promise<Message[]> => call('GET', ''),
  }
}

test('a message reaches the phone and is marked; answers written without a connection arrive once, with their photo', async () => {
  const route = await world.createRoute()
  const desk = await openDesk(route)
  const { page, complaints, close } = await startPhone(world)
  /** Looks at the phone as when it is taken out of a pocket. */
  const lookAtPhone = () => page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  await page.goto(route.link)
  await page.locator('.facts').waitFor(patience)
  await workerReady(page)

  const question = await desk.write({ text: 'Is the gate open?', stop_id: route.stopIds[0] })
  await lookAtPhone()
  await page.locator('.banner', { hasText: 'Is the gate open?' }).waitFor(patience)
  await expect.poll(async () => (await desk.list())[0], patience).toMatchObject({ delivered_at: expect.any(String) })
  expect((await desk.list())[0]).not.toHaveProperty('read_at')
  await page.locator('.banner', { hasText: 'Is the gate open?' }).click()
  await page.locator('.talk li', { hasText: 'Is the gate open?' }).waitFor(patience)
  await expect.poll(async () => (await desk.list())[0], patience).toMatchObject({ read_at: expect.any(String) })

  world.proxy.cut()
  await page.getByLabel('Write to dispatch').fill('No, I ring at the back')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.locator('.camera input').setInputFiles({
    name: 'gate.jpg',
    mimeType: 'image/jpeg',
    buffer: await takePhoto(page, 3, 800),
  })
  await page.locator('.photo.chosen img').waitFor(patience)
  await page.getByRole('button', { name: 'I am running late' }).click()
  await page.locator('.talk li[data-state=waiting]').nth(1).waitFor(patience)
  // Waiting messages outlive the app.
  await page.reload()
  await page.locator('.talk li[data-state=waiting]').nth(1).waitFor(patience)
  expect(await desk.list()).toHaveLength(1)

  world.proxy.restore()
  await lookAtPhone()
  const own = async () => (await desk.list()).filter(({ sender }) => sender === 'driver')
  await expect
    .poll(async () => (await own()).map(({ text, awaits_image }) => [text, awaits_image]), patience)
    .toEqual([
      ['No, I ring at the back', false],
      ['I am running late', false],
    ])
  const [, late] = (await own()) as (Message & { image?: { url: string } })[]
  const picture = await fetch(world.server.address + new URL(late!.image!.url).pathname)
  expect(picture.headers.get('content-type')).toBe('image/jpeg')

  await desk.read((await own()).map(({ id }) => id))
  await lookAtPhone()
  await page.locator('.talk li[data-state=read]').nth(1).waitFor(patience)
  await expect.poll(() => page.locator('.talk li').count(), patience).toBe(3)
  expect((await desk.list()).map(({ id }) => id)[0]).toBe(question.id)
  expect(complaints).toEqual([])
  await close()
}, 300_000)
