import type { Expression } from '../../plan/expression.ts';
import type { CriticalPlan } from '../../plan/plan.ts';
import type { Contract } from '../contracts.ts';
import { memberOf } from '../flow/flow.ts';
import { ofMethodParameters, ofReply, ofResult } from '../flow/vessels.ts';
import { isJson, type Json } from '../json.ts';
import { didYouMean } from '../nearest.ts';
import { joinPointer } from '../pointer.ts';
import { shapes } from '../shapes.generated.ts';
import type { Typed } from '../type.ts';
import type { Step, StepEnd } from './actions.ts';
import type { Draft } from './draft.ts';
import { closesByItself } from './closes-by-itself.ts';
import { checkBegun, checkEffect } from './effects.ts';
import { findContract, readRequestWith } from './endpoints.ts';
import { checkLeave } from './hosts.ts';
import { readGo } from './go.ts';
import { loweredOf, readWith, takenOf } from './members.ts';
import { alwaysLeaves } from './never-runs.ts';
import type { Scope } from './scope.ts';

/**
 * The checks and the lowering of each action kind, beyond its properties. A kind without either has no entry.
 */
export const ACTIONS: { readonly [kind: string]: (step: Step) => StepEnd } = {
  request: readRequest,
  native: readNative,
  go: readGo,
  leave: (step) => {
    checkLeave(step);
    return { ends: alwaysLeaves(step) };
  },
  back: () => ({ ends: true }),
  open: ({ draft, raw, pointer }) => {
    const { overlay } = raw;
    if (typeof overlay === 'string') {
      draft.opened.add(overlay);
      if (!draft.names.overlays.has(overlay)) {
        const known = draft.names.overlays;
        draft.reportUnknown('overlay/unknown', `${pointer}/overlay`, 'overlay', overlay, known);
      }
    }
    return { isAsync: true, isTimed: closesByItself(draft.world, draft.document.value, overlay) };
  },
  submit: (step) => {
    checkBegun(step, 'do', 'A form is sent');
    findForm(step);
    return { isAsync: true };
  },
  validate: readValidate,
  notice: readNotice,
  timer: ({ draft, raw, pointer }) => {
    const { timer } = raw;
    if (typeof timer === 'string' && !draft.names.timers.has(timer)) {
      draft.reportUnknown('timer/unknown', `${pointer}/timer`, 'timer', timer, draft.names.timers);
    }
    return {};
  },
  set: readSet,
  reset: readReset,
  reload: readReload,
  more: readMore,
  wait: () => ({ isAsync: true, isTimed: true }),
  copy: (step) => {
    checkTap(step);
    return { isAsync: true };
  },
  stop: () => ({ ends: true }),
};

/** Finds the contract of an endpoint that an action calls. Reports an endpoint that needs a file. */
function findCalled({ draft }: Step, raw: unknown, pointer: string): Contract | undefined {
  if (typeof raw !== 'string') return undefined;
  const contract = findContract(draft, raw, pointer);
  if (contract?.file !== undefined) {
    draft.report(
      'endpoint/needs-file',
      pointer,
      `The endpoint "${raw}" sends a file, which an action cannot do.`,
      'name it as the upload of photos or files',
    );
  }
  return contract;
}

function readRequest(step: Step): StepEnd {
  const { draft, raw, pointer, scope } = step;
  const contract = findCalled(step, raw['endpoint'], `${pointer}/endpoint`);
  const critical = readCritical(step, raw['critical']);
  const values =
    contract === undefined
      ? new Map<string, Typed>()
      : readRequestWith(draft, raw['with'], contract, pointer, scope);
  if (contract?.effect?.is !== 'counting') noteSent(step, values, `${pointer}/with`);
  return {
    props: { with: ['record', loweredOf(values)] },
    lost: checkEffect(step, contract, values),
    ...(critical === undefined ? {} : { critical }),
    result: contract === undefined ? 'broken' : contract.reply.type,
    ...(contract && { resultFlow: ofReply(contract.name, contract.reply.type) }),
    ...(contract && { isResultAbsent: contract.mayBeAbsent }),
    isAsync: raw['background'] !== true,
  };
}

/** Records every value that a request sends as one that decides (`Deciding`). */
function noteSent({ draft, scope }: Step, values: ReadonlyMap<string, Typed>, pointer: string): void {
  for (const [name, { lowered }] of values) {
    draft.noteDeciding(lowered, joinPointer(pointer, name), scope);
  }
}

function readCritical(step: Step, raw: unknown): CriticalPlan | undefined {
  // `completeCritical` fills these in later, from the whole screen.
  const open = { amounts: [], fresh: [] };
  if (typeof raw === 'string') return { intent: raw, ...open };
  if (!isJson(raw) || typeof raw['intent'] !== 'string') return undefined;
  const { draft, pointer, scope } = step;
  const at = `${pointer}/critical`;
  const per = draft.value(raw['per'], { slot: 'any' }, `${at}/per`, scope, true);
  const { ask } = raw;
  const wish = raw['sameAs'] ?? raw['wish'];
  if (raw['wish'] !== undefined) draft.demandGrammar(3, '"wish" of request', `${at}/wish`);
  for (const [name, shape] of Object.entries(shapes.records['critical']?.properties ?? {}))
    if (raw[name] !== undefined) draft.checkName(name, shape, joinPointer(at, name));
  if (raw['failed'] !== undefined) draft.demandGrammar(5, '"failed" of request', `${at}/failed`);
  const contract = findCalled(step, ask, `${at}/ask`);
  if (contract !== undefined && !contract.isSafe) {
    draft.report(
      'endpoint/unsafe-read',
      `${at}/ask`,
      `The endpoint "${contract.name}" is not safe, so it cannot be called repeatedly.`,
    );
  }
  const reply = contract && { type: contract.reply.type, absent: contract.mayBeAbsent };
  const flow = contract && ofReply(contract.name, contract.reply.type);
  // Without `ask` there is no reply to bind.
  const answered =
    ask === undefined && (raw['done'] ?? raw['failed']) !== undefined
      ? scope
      : scope.bind('reply', reply && { ...reply, ...(flow && { flow }) });
  const done = readOutcome(draft, raw, at, answered);
  draft.noteDeciding(per?.lowered, `${at}/per`, scope);
  const asked =
    contract === undefined ? undefined : readRequestWith(draft, raw['with'], contract, at, scope, 'ask');
  if (asked !== undefined) noteSent(step, asked, `${at}/with`);
  return {
    intent: raw['intent'],
    ...(per === undefined ? {} : { per: per.lowered }),
    ...(typeof ask === 'string' ? { ask } : {}),
    ...(asked === undefined ? {} : { with: loweredOf(asked) }),
    ...(done === undefined ? {} : { done }),
    ...(typeof wish === 'string' ? { wish } : {}),
    ...open,
  };
}

/**
 * Lowers `done` and `failed` of a critical request to the one expression that the plan has: true if the request succeeded, false if it
 * failed, absent if that is not known yet.
 */
function readOutcome(draft: Draft, raw: Json, at: string, scope: Scope): Expression | undefined {
  const condition = (name: 'done' | 'failed') => {
    const typed = draft.expression(raw[name], `${at}/${name}`, scope, { kind: 'boolean' }, true);
    draft.noteDeciding(typed?.lowered, `${at}/${name}`, scope);
    return typed?.lowered;
  };
  const done = condition('done');
  // Before grammar 5, a `done` that is false says that the request failed.
  if ((draft.grammar ?? 5) < 5) return done;
  const failed = condition('failed');
  if (done === undefined && failed === undefined) return undefined;
  const ends = [
    done === undefined ? [] : [[done, true] as const],
    failed === undefined ? [] : [[failed, false] as const],
  ];
  return ['choose', ...ends.flat()];
}

/** Reports an action that needs a tap, if the list waits before this action. */
function checkTap({ draft, raw, pointer, isTap }: Step): void {
  if (isTap) return;
  draft.report(
    'action/needs-tap',
    `${pointer}/do`,
    `"${String(raw['do'])}" must run directly after a tap, before any asynchronous action.`,
    'put it before the first action that the list waits for, in a tap list',
  );
}

function readNative(step: Step): StepEnd {
  const { draft, raw, pointer, scope } = step;
  const { method } = raw;
  const { app } = draft.world;
  const isAsync = raw['background'] !== true;
  if (typeof method !== 'string' || app?.document === undefined) return { result: 'broken', isAsync };
  const known = app.bridge.get(method);
  if (known === undefined) {
    draft.report(
      'bridge/unknown',
      `${pointer}/method`,
      `app.json has no bridge method "${method}".`,
      didYouMean(method, app.bridge.keys()),
    );
    return { result: 'broken', isAsync };
  }
  if (known.needsTap) checkTap(step);
  const values = readWith(draft, raw['with'], takenOf(known.params), pointer, scope, {
    missing: 'bridge/missing-parameter',
    unknown: 'bridge/unknown-parameter',
    owner: `The bridge method "${method}"`,
    noun: 'parameter',
    property: 'method',
  });
  const parameters = ofMethodParameters(method, undefined);
  for (const [name, { lowered }] of values) {
    const [flow, at] = [draft.flowOf(lowered, scope), joinPointer(`${pointer}/with`, name)];
    draft.noteWritten(memberOf(parameters, name), flow, at);
    // A Url was already checked where the definition builds it.
    if (known.params.get(name)?.declared?.type.kind !== 'url') draft.noteTaken(flow, at);
  }
  return {
    props: { with: ['record', loweredOf(values)] },
    ...(known.raw['result'] === undefined ? {} : { result: known.result?.type ?? 'broken' }),
    resultFlow: ofResult(method, known.result?.type),
    isAsync,
  };
}

function findForm({ draft, raw, pointer }: Step) {
  const { form } = raw;
  if (typeof form !== 'string') return undefined;
  const known = draft.names.forms.get(form);
  if (known === undefined) {
    draft.reportUnknown('form/unknown', `${pointer}/form`, 'form', form, draft.names.forms.keys());
  }
  return known;
}

function readValidate(step: Step): StepEnd {
  const { draft, raw, pointer } = step;
  const form = findForm(step);
  const fields = Array.isArray(raw['fields']) ? (raw['fields'] as unknown[]) : undefined;
  if (form === undefined) return { isAsync: true };
  fields?.forEach((field, index) => {
    if (typeof field !== 'string' || form.fields.has(field)) return;
    draft.report(
      'field/unknown',
      `${pointer}/fields/${index}`,
      `The form "${String(raw['form'])}" has no field "${field}".`,
      didYouMean(field, form.fields.keys()),
    );
  });
  const present = [...form.fields]
    .filter(([name, field]) => field.isRequired && (fields === undefined || fields.includes(name)))
    .map(([name]) => `form.${String(raw['form'])}.${name}`);
  return { isAsync: true, after: (scope) => scope.prove(present) };
}

/** A notice can name the field that it is shown at, with the path that expressions use. */
function readNotice({ draft, raw, pointer, scope }: Step): StepEnd {
  const { field } = raw;
  if (typeof field !== 'string') return {};
  const at = `${pointer}/field`;
  const [root, id = '', name = ''] = field.split('.');
  const form = root === 'form' ? draft.names.forms.get(id) : undefined;
  if (form === undefined) {
    draft.reportUnknown('form/unknown', at, 'form', id, draft.names.forms.keys());
  } else if (!form.fields.has(name)) {
    const known = didYouMean(name, form.fields.keys());
    draft.report('field/unknown', at, `The form "${id}" has no field "${name}".`, known);
  } else draft.path(field, at, scope);
  return {};
}

function readSet({ draft, raw, pointer, scope }: Step): StepEnd {
  const { target } = raw;
  if (typeof target !== 'string') return {};
  if (target.startsWith('form.')) {
    draft.report(
      'set/not-writable',
      `${pointer}/target`,
      '"set" does not write the fields of a form; only the person does.',
    );
    return {};
  }
  const path = draft.path(target, `${pointer}/target`, scope);
  const value = draft.value(
    raw['value'],
    { slot: 'any', ...(path === undefined ? {} : { expected: path.type }) },
    `${pointer}/value`,
    scope,
    false,
  );
  if (path !== undefined && value !== undefined) {
    const flow = draft.flowOf(value.lowered, scope);
    draft.noteWritten(draft.flowOf(path.lowered, scope), flow, `${pointer}/value`);
    // A later release may read a stored value as another type.
    if (target.startsWith('kept.')) draft.noteTaken(flow, `${pointer}/value`);
  }
  const isPresent = value !== undefined && !value.absent;
  return {
    ...(value === undefined ? {} : { props: { value: value.lowered } }),
    after: (before) => (isPresent ? before.forget(target).prove([target]) : before.forget(target)),
  };
}

function readReset({ draft, raw, pointer, scope }: Step): StepEnd {
  const targets = Array.isArray(raw['target']) ? (raw['target'] as unknown[]) : [];
  const paths = targets.filter((target): target is string => typeof target === 'string');
  targets.forEach((target, index) => {
    if (typeof target !== 'string') return;
    const at = `${pointer}/target/${index}`;
    const form = /^form\.([^.]+)$/.exec(target)?.[1];
    if (form === undefined) draft.path(target, at, scope);
    else if (!draft.names.forms.has(form)) {
      draft.reportUnknown('form/unknown', at, 'form', form, draft.names.forms.keys());
    }
  });
  return { after: (before) => paths.reduce((after, path) => after.forget(path), before) };
}

function readMore({ draft, raw, pointer }: Step): StepEnd {
  const { data } = raw;
  if (typeof data === 'string' && !draft.names.data.has(data)) {
    draft.reportUnknown('data/unknown', `${pointer}/data`, 'data', data, draft.names.data);
  } else if (typeof data === 'string' && !draft.names.paged.has(data)) {
    draft.report(
      'data/no-pages',
      `${pointer}/data`,
      `"${data}" is not read by pages.`,
      'give the data "pages", or use "reload"',
    );
  }
  return { isAsync: true, result: { kind: 'integer' } };
}

function readReload({ draft, raw, pointer }: Step): StepEnd {
  const names = Array.isArray(raw['data']) ? (raw['data'] as unknown[]) : [];
  names.forEach((name, index) => {
    if (typeof name !== 'string' || draft.names.data.has(name)) return;
    draft.reportUnknown('data/unknown', `${pointer}/data/${index}`, 'data', name, draft.names.data);
  });
  return { isAsync: true };
}
