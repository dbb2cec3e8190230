import { memberOf } from '../flow/flow.ts';
import { ofPartParameters } from '../flow/vessels.ts';
import { joinPointer } from '../pointer.ts';
import type { Rooted, Typed } from '../type.ts';
import type { Declaration, ScreenWorld } from '../world.ts';
import type { Draft } from './draft.ts';
import { checkCountedValue } from './effects.ts';
import { declaredRoot } from './roots.ts';
import { Scope, type Watch } from './scope.ts';

/**
 * Reads the computed defaults of a part's parameters. A default reads what all screens share and the parameters that are
 * declared before it, so no default can depend on itself.
 *
 * @param shared The roots that every screen and part has.
 */
export function compileDefaults(
  draft: Draft,
  { name: part, params }: ScreenWorld,
  shared: ReadonlyMap<string, Rooted | undefined>,
  watch: Watch,
): ReadonlyMap<string, Typed> {
  const defaults = new Map<string, Typed>();
  const before = new Map<string, Declaration>();
  const known = new Map([...shared].flatMap(([name, root]) => (root === undefined ? [] : [[name, root]])));
  const broken = new Set([...shared].flatMap(([name, root]) => (root === undefined ? [name] : [])));
  for (const [name, declaration] of params) {
    if (declaration.isComputed === true && declaration.declared !== undefined) {
      const pointer = `${joinPointer('/params', name)}/default`;
      const own = declaredRoot(before, watch);
      const root = { ...own, flow: ofPartParameters(part, own.type) };
      const scope = new Scope(new Map([...known, ['params', root]]), watch, new Set(), broken);
      draft.demandGrammar(5, 'a computed "default"', pointer);
      const isText = declaration.raw['text'] === true;
      const slot = isText
        ? { slot: 'text' as const }
        : { slot: 'any' as const, expected: declaration.declared.type };
      const typed = draft.value(declaration.raw['default'], slot, pointer, scope, true);
      if (typed !== undefined) {
        defaults.set(name, typed);
        const parameter = memberOf(ofPartParameters(part, undefined), name);
        draft.noteWritten(parameter, draft.flowOf(typed.lowered, scope), pointer);
      }
    }
    before.set(name, declaration);
  }
  return defaults;
}

/** Checks defaults that flow into counting requests, as the values that a use gives. */
export function checkCountedDefaults(draft: Draft, defaults: ReadonlyMap<string, Typed>, scope: Scope): void {
  for (const [name, endpoint] of draft.counted) {
    const value = defaults.get(name);
    if (value !== undefined) {
      checkCountedValue(draft, endpoint, value, `${joinPointer('/params', name)}/default`, scope);
    }
  }
}
