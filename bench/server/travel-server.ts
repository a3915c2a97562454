// The service on the roads of an extract that travel.ts calls over HTTP, as a process of its own.
import { setTimeout as wait } from 'node:timers/promises'
import { answerParent, serveOurs } from './served.ts'

const [dataDirectory, extract] = process.argv.slice(2) as [string, string]
const { server, serving } = await serveOurs(dataDirectory, { osmFiles: [extract], roadModes: ['car'] })
while (!server.services.roads.find('car')) await wait(5)
answerParent(serving, () => server.stop())
