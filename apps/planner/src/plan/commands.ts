// Commands that keys and menus send to the parts of the editor.
import { createCommand } from '../shell/commands.ts'

/** Brings the open route, else the whole plan, into sight on the map. */
export const fitMap = createCommand()

/** Asks for which vehicles routes are to be made. */
export const addRoutes = createCommand()

/** Puts the cursor into the filter of the list. */
export const focusFilter = createCommand()
