import { beforeEach, expect, test } from 'vitest'
import { useNoticeLog } from './notice-log.ts'

beforeEach(() => useNoticeLog.setState({ notices: [], unread: 0 }))

test('notices stand there latest first; failures count until somebody looks', () => {
  const { add, read } = useNoticeLog.getState()
  add({ isFailure: false, message: 'moved' })
  add({ isFailure: true, title: 'Not done', message: 'locked' })
  expect(useNoticeLog.getState().notices.map(({ message }) => message)).toEqual(['locked', 'moved'])
  expect(useNoticeLog.getState().unread).toBe(1)
  read()
  expect(useNoticeLog.getState()).toMatchObject({ unread: 0, notices: [{}, {}] })
})

test('a hundred are kept', () => {
  for (let count = 0; count < 120; count += 1) useNoticeLog.getState().add({ isFailure: false, message: `${count}` })
  const { notices } = useNoticeLog.getState()
  expect(notices).toHaveLength(100)
  expect(notices[0]).toMatchObject({ message: '119', number: 120 })
})
