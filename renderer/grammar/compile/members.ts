import { isJson } from '../json.ts';
import type { ProblemCode } from '../codes.ts';
import { didYouMean, nearestName } from '../nearest.ts';
import { joinPointer } from '../pointer.ts';
import type { Type, Typed } from '../type.ts';
import type { Declarations } from '../world.ts';
import type { Draft } from './draft.ts';
import type { Scope } from './scope.ts';

/** A parameter of a request, a screen, a part or a bridge method. */
export interface Taken {
  /** Undefined if its declaration is broken. */
  readonly type: Type | undefined;
  readonly required: boolean;
  /** A text that is shown and translated. */
  readonly isText?: boolean;
}

export function takenOf(declarations: Declarations): ReadonlyMap<string, Taken> {
  return new Map(
    [...declarations].map(([name, declaration]) => [
      name,
      {
        type: declaration.declared?.type,
        required:
          declaration.required &&
          !declaration.carried &&
          declaration.initial === undefined &&
          declaration.isComputed !== true,
        isText: declaration.raw['text'] === true,
      },
    ]),
  );
}

export interface TakenCodes {
  readonly missing: ProblemCode;
  readonly unknown: ProblemCode;
  /** `The endpoint "reserve"`. */
  readonly owner: string;
  readonly noun: 'parameter' | 'member' | 'input';
  /** The property that names the receiver; a missing parameter is reported there. */
  readonly property: string;
}

/**
 * Reads a `with` and checks it against the receiver's parameters.
 *
 * @param pointer Of the record that has the `with`.
 * @returns Values by name, without those that have errors.
 */
export function readWith(
  draft: Draft,
  raw: unknown,
  takes: ReadonlyMap<string, Taken>,
  pointer: string,
  scope: Scope,
  { missing, unknown, owner, noun, property }: TakenCodes,
): Map<string, Typed> {
  const given = isJson(raw) ? raw : {};
  const at = `${pointer}/with`;
  const values = new Map<string, Typed>();
  const absent = [...takes.keys()].filter((name) => given[name] === undefined);
  const meant = new Set<string>();
  for (const [name, value] of Object.entries(given)) {
    const taken = takes.get(name);
    if (taken === undefined) {
      const near = nearestName(name, absent);
      if (near !== undefined) meant.add(near);
      draft.reportName(
        unknown,
        joinPointer(at, name),
        `${owner} has no ${noun} "${name}".`,
        didYouMean(name, absent),
      );
      continue;
    }
    const slot = taken.isText
      ? { slot: 'text' as const }
      : { slot: 'any' as const, ...(taken.type === undefined ? {} : { expected: taken.type }) };
    const typed = draft.value(value, slot, joinPointer(at, name), scope, taken.required);
    if (typed !== undefined) values.set(name, typed);
  }
  for (const name of absent) {
    if (takes.get(name)?.required !== true || meant.has(name)) continue;
    draft.report(
      missing,
      `${pointer}/${property}`,
      `${owner} requires the ${noun} "${name}".`,
      `add it to "with"`,
    );
  }
  return values;
}

/** The values as the record of a plan. */
export function loweredOf(values: ReadonlyMap<string, Typed>): { [name: string]: Typed['lowered'] } {
  return Object.fromEntries([...values].map(([name, { lowered }]) => [name, lowered]));
}
