import type { Expression } from '../../plan/expression.ts';
import { memberOf } from '../flow/flow.ts';
import { didYouMean } from '../nearest.ts';
import { joinPointer } from '../pointer.ts';
import type { Type, Typed } from '../type.ts';
import type { Declarations } from '../world.ts';
import type { Step, StepEnd } from './actions.ts';
import type { Draft } from './draft.ts';
import type { Scope } from './scope.ts';
import { loweredOf, readWith, takenOf } from './members.ts';
import { ownIds } from './names.ts';
import { membersOf } from './plan-expression.ts';

/** Checks the screen, its parameters and its node, and reads the further query parameters. */
export function readGo(step: Step): StepEnd {
  const { draft, raw, pointer, scope } = step;
  const { to, at } = raw;
  if (typeof to !== 'string') return {};
  const { screens } = draft.world;
  const target = screens.get(to);
  if (target === undefined) {
    draft.reportUnknown('screen/unknown', `${pointer}/to`, 'screen', to, screens.keys());
    return {};
  }
  if (target.value === undefined) return {};
  const values = readWith(draft, raw['with'], takenOf(target.params), pointer, scope, {
    missing: 'go/missing-parameter',
    unknown: 'go/unknown-parameter',
    owner: `The screen "${to}"`,
    noun: 'parameter',
    property: 'to',
  });
  const query = readQuery(step);
  noteAddressed(draft, target.params, { values, query, pointer, scope });
  if (typeof at === 'string') {
    const ids = ownIds(target.value);
    if (!ids.has(at)) {
      draft.report(
        'node/unknown',
        `${pointer}/at`,
        `The screen "${to}" has no node "${at}".`,
        didYouMean(at, ids),
      );
    }
  }
  // With `at`, `go` scrolls to a node of the current screen, and the list continues.
  return {
    props: { with: ['record', loweredOf(values)], ...(query === undefined ? {} : { query }) },
    ends: at === undefined,
  };
}

/** What an address can carry. A record that is written in the action can also have a value of a type that is not known. */
const SCALARS: ReadonlySet<Type['kind']> = new Set([
  ...(['text', 'integer', 'number', 'money', 'date', 'url', 'boolean', 'any'] as const),
]);

/**
 * Reads the further query parameters. Those of a record from elsewhere are listed by name, as if they were written in the action: so the
 * address has only members that the checker knows, and older pages can read the plan.
 */
function readQuery({ draft, raw, pointer, scope }: Step): Expression | undefined {
  const { query } = raw;
  const at = `${pointer}/query`;
  const isWritten = typeof query !== 'string';
  if (!isWritten) draft.demandGrammar(5, 'a record from elsewhere as "query"', at);
  const typed = draft.value(query, { slot: 'record' }, at, scope, false);
  if (typed === undefined) return undefined;
  if (typed.type.kind !== 'record') {
    const message =
      'The member names of this record are known only when the page runs, so they cannot be parameters of an address.';
    draft.report('param/not-scalar', at, message, 'write the parameters as a record: { "name": "${…}" }');
    return undefined;
  }
  const { members } = typed.type;
  for (const [name, { type }] of members) {
    if (SCALARS.has(type.kind)) continue;
    const message = `"${name}" cannot be a parameter of an address: only a string, number, boolean, amount or date can.`;
    draft.report('param/not-scalar', isWritten ? joinPointer(at, name) : at, message);
  }
  if (isWritten) return typed.lowered;
  const names = [...members.keys()].map((name) => [name, membersOf(typed.lowered, [name])] as const);
  return ['record', Object.fromEntries(names)];
}

/**
 * After a reload, an address parameter that is declared as a Url is read as a Url, so texts written under its
 * name are recorded.
 */
function noteAddressed(
  draft: Draft,
  params: Declarations,
  given: {
    readonly values: ReadonlyMap<string, Typed>;
    readonly query: Expression | undefined;
    readonly pointer: string;
    readonly scope: Scope;
  },
): void {
  const { app } = draft.world;
  const declared = [params, app?.session, app?.carried].flatMap((group) => [...(group?.values() ?? [])]);
  const urls = new Set(
    declared.filter((one) => one.declared?.type.kind === 'url').flatMap(({ wire }) => wire),
  );
  if (urls.size === 0) return;
  const { values, query, pointer, scope } = given;
  for (const [name, { lowered }] of values) {
    if (!params.get(name)?.wire.some((wire) => urls.has(wire))) continue;
    draft.noteTaken(draft.flowOf(lowered, scope), joinPointer(`${pointer}/with`, name));
  }
  for (const name of urls) {
    const flow = memberOf(draft.flowOf(query, scope), name);
    draft.noteTaken(flow, joinPointer(`${pointer}/query`, name));
  }
}
