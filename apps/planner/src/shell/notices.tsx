// Short notices at the upper edge of the screen; what can be undone offers it there. All of them stand behind the bell.
import { Button, Group, Text } from '@mantine/core'
import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications'
import { useNoticeLog } from './notice-log.ts'
import classes from './notices.module.css'

const look = {
  withBorder: true,
  classNames: { root: classes.notice!, title: classes.title!, description: classes.text! },
}

export function noteSuccess(message: string): void {
  useNoticeLog.getState().add({ isFailure: false, message })
  show({ message, color: 'green', autoClose: 4_000 })
}

interface NoticeAction {
  label: string
  act(): void
}

/** Vanishes, and counts at the bell until somebody looks. What was done all the same may be taken back by `action`, and waits for it. */
export function noteFailure(title: string, message: string, action?: NoticeAction): void {
  useNoticeLog.getState().add({ isFailure: true, title, message })
  const id = newId()
  const body = action ? <WithAction id={id} message={message} action={action} /> : message
  show({ id, title, message: body, color: 'red', autoClose: action ? false : 15_000, role: 'alert' })
}

/** A notice with one action, for instance undo. One with the same name takes the place of the last. */
export function noteWithAction(message: string, action: NoticeAction, name?: string): void {
  useNoticeLog.getState().add({ isFailure: false, message })
  const id = name ?? newId()
  if (name) notifications.hide(name)
  show({ id, autoClose: 9_000, message: <WithAction id={id} message={message} action={action} /> })
}

/** The latest replaces the one before, unless that waits for a decision. */
function show(notice: NotificationData): void {
  for (const { id, autoClose } of notificationsStore.getState().notifications) {
    if (id && autoClose !== false) notifications.hide(id)
  }
  notifications.show({ ...look, ...notice })
}

const newId = () => `notice-${Math.random().toString(36).slice(2)}`

/** The words, and the button that ends the notice and acts. */
function WithAction({ id, message, action }: { id: string; message: string; action: NoticeAction }) {
  const run = () => {
    notifications.hide(id)
    action.act()
  }
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <Text className={classes.text!} style={{ minWidth: 0 }}>
        {message}
      </Text>
      <Button size="compact-xs" variant="light" onClick={run} style={{ flex: 'none' }}>
        {action.label}
      </Button>
    </Group>
  )
}

export function hideNotice(name: string): void {
  notifications.hide(name)
}
