import { defineOperation, type Operation } from '../registry/operation.ts';
import { readHome, readWaiting } from './home.ts';

/** The first page of the studio. */
export const HOME_OPERATIONS: readonly Operation[] = [
  defineOperation({
    id: 'readHome',
    method: 'get',
    path: '/home',
    may: 'read',
    summary:
      'For the caller: open drafts with their changes, what waits for the caller, the live release with its screens, schedules and the rollout.',
    run: ({ database: { queries }, account, act }) => readHome(queries, account, act.at),
  }),
  defineOperation({
    id: 'readWaiting',
    method: 'get',
    path: '/home/waiting',
    may: 'read',
    summary:
      'What waits for the caller: releases that the role may approve or publish, unread mentions, conflicts in own drafts.',
    run: ({ database: { queries }, account, act }) => readWaiting(queries, account, act.at),
  }),
];
