// Our service as `viewers.ts` starts it, once or twice on one database.

import { answerParent, serveOurs } from './served.ts'

const { server, serving } = await serveOurs(process.argv[2]!, { osmFiles: [] })
answerParent(serving, () => server.stop())
