// Our service as `slots.ts` starts it: on straight lines, or on the roads of an extract.
import { answerParent, serveOurs } from './served.ts'

const [directory, extract] = process.argv.slice(2)
const { server, serving } = await serveOurs(directory!, { osmFiles: extract ? [extract] : [] })
answerParent(serving, () => server.stop())
