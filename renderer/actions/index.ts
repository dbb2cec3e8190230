import type { ActionDefinition } from '../runtime/action.ts';
import { back } from './back/back.ts';
import { choose } from './choose/choose.ts';
import { close } from './close/close.ts';
import { copy } from './copy/copy.ts';
import { dismiss } from './dismiss/dismiss.ts';
import { go } from './go/go.ts';
import { leave } from './leave/leave.ts';
import { native } from './native/native.ts';
import { notice } from './notice/notice.ts';
import { open } from './open/open.ts';
import { reload } from './reload/reload.ts';
import { request } from './request/request.ts';
import { reset } from './reset/reset.ts';
import { set } from './set/set.ts';
import { stop } from './stop/stop.ts';
import { submit } from './submit/submit.ts';
import { timer } from './timer/timer.ts';
import { validate } from './validate/validate.ts';
import { wait } from './wait/wait.ts';

/** Every `do` of the first load; `rare-code.ts` adds `more`. */
export type ActionName =
  | 'request'
  | 'submit'
  | 'validate'
  | 'set'
  | 'reset'
  | 'reload'
  | 'go'
  | 'leave'
  | 'back'
  | 'open'
  | 'close'
  | 'dismiss'
  | 'notice'
  | 'copy'
  | 'native'
  | 'timer'
  | 'wait'
  | 'choose'
  | 'stop';

export const actions = {
  request,
  submit,
  validate,
  set,
  reset,
  reload,
  go,
  leave,
  back,
  open,
  close,
  dismiss,
  notice,
  copy,
  native,
  timer,
  wait,
  choose,
  stop,
} satisfies { readonly [Name in ActionName]: ActionDefinition };

/** Adds an action of a library user. Call it before opening a screen that uses it. */
export function addAction(definition: ActionDefinition): void {
  Object.assign(actions, { [definition.name]: definition });
}
