import { evaluate } from '../plan/evaluate.ts';
import type { Result } from '../plan/expression.ts';
import type { ActionError } from '../plan/problem.ts';
import { awaitUploads } from './await-uploads.ts';
import { checkAndSend } from './checks.ts';
import { fieldsOf, type Form, scopeOf } from './form-state.ts';
import { awaitLists } from './option-lists.ts';
import { isIncomplete } from './supplied.ts';

/** @returns undefined if the form may be sent, `busy` while another run sends it, else its first problem. */
export async function submitForm(
  form: Form,
  run: string | undefined,
): Promise<ActionError | 'busy' | undefined> {
  if (form.sentBy !== undefined && form.sentBy !== run) return 'busy';
  beginSending(form, run);
  const areFilled = (await form.edits?.awaitInitial()) ?? true;
  await settle(form);
  // The run ended while we waited: the person left its screen.
  if (form.sentBy !== run) return 'busy';
  if (!areFilled || isIncomplete(form)) return { kind: 'refused', code: 'form/incomplete' };
  // Validation replaces server problems of an earlier send, so they do not block this one.
  const problem = await checkAndSend(form);
  if (problem !== undefined) return problem;
  form.hidden = findHidden(form);
  form.nests.keepPointers();
  return undefined;
}

/** Until the run ends, all nodes that submit the form are busy. */
function beginSending(form: Form, run: string | undefined): void {
  if (form.sentBy === run) return;
  form.sentBy = run;
  // Removes the notices of an earlier send.
  if (form.sentLast !== undefined) form.engine.notices.endRun(form.sentLast);
  form.sentLast = run;
  countBusy(form, 1);
}

/** Waits for the uploads, option lists and remote rules that validation needs. */
async function settle(form: Form): Promise<void> {
  await awaitUploads(form);
  await awaitLists(form.engine, fieldsOf(form));
  await form.remote?.settle(fieldsOf(form).map(({ name }) => name));
}

/** The sending run ended. */
export function endSending(form: Form): void {
  form.sentBy = undefined;
  form.library.endSending();
  form.edits?.fill();
  countBusy(form, -1);
}

/**
 * The sending run waits for an overlay (-1) or continues (1). A form behind an overlay does not show that it is
 * being sent.
 */
export function countBusy({ engine, id }: Form, by: 1 | -1): void {
  engine.store.change((draft) => {
    const count = (draft.busy[id] ?? 0) + by;
    if (count > 0) draft.busy[id] = count;
    else delete draft.busy[id];
  });
}

/** Reads the form without hidden fields. */
export function readSent(form: Form, read: () => Result): Result {
  // After a reload the list continues with a form that was not validated in this visit.
  form.hidden ??= findHidden(form);
  if (form.hidden.size === 0) return read();
  drop(form, form.hidden);
  try {
    return read();
  } finally {
    drop(form, NOTHING);
  }
}

/** Fields that are not sent: those hidden now, unless the form keeps them. */
function findHidden(form: Form): ReadonlySet<string> {
  if (evaluate(form.plan.props?.['hidden'] ?? 'drop', scopeOf(form)) === 'keep') return new Set();
  const hidden = fieldsOf(form).filter((field) => !field.isShown());
  return new Set(hidden.map((field) => field.name));
}

/** Sets the fields that reads leave out. Discards cached values of maps and records, which may contain those fields. */
function drop(form: Form, names: ReadonlySet<string>): void {
  form.dropped = names;
  for (const map of form.maps.values()) map.values = undefined;
  for (const name of form.hidden ?? []) form.nests.forgetValues(name);
}

const NOTHING: ReadonlySet<string> = new Set();
