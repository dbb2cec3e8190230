import { isHidden, SECRET_PURPOSES } from '../../plan/secrets.ts';
import { isJson, type Json } from '../json.ts';
import type { NodeShape } from '../shapes.generated.ts';
import type { Draft } from './draft.ts';

/** Whether a schema keeps every value of its field secret, so that no definition can allow storing it. */
export function isAlwaysSensitive({ properties }: NodeShape): boolean {
  const { sensitive, purpose } = properties;
  return isOneOf(new Set([true]), sensitive?.words) || isOneOf(SECRET_PURPOSES, purpose?.words);
}

function isOneOf(all: ReadonlySet<unknown>, words: readonly unknown[] = []): boolean {
  return words.length > 0 && words.every((word) => all.has(word));
}

/** Members that would store or show the value, or make another kind of field. */
const OPEN = ['bind', 'initial', 'compute', 'multiline', 'groups', 'counter', 'readOnly', 'sensitive'];

/**
 * Checks a field for a password or a PIN: its value is nowhere but in its form. State is stored on the device.
 *
 * @returns the properties that follow from the purpose.
 */
export function readSecret(draft: Draft, raw: Json, pointer: string): { readonly accept?: 'digits' } {
  const { purpose, isNew } = raw;
  if (!isHidden(purpose)) {
    if (isNew !== undefined) {
      const message = '"isNew" has no effect on a field that is neither for a password nor for a PIN.';
      draft.report('field/secret', `${pointer}/isNew`, message, 'write "purpose": "password"');
    }
    reportHiddenChoice(draft, purpose, `${pointer}/purpose`);
    return {};
  }
  for (const name of OPEN) {
    if (raw[name] === undefined || (name === 'sensitive' && raw[name] === true)) continue;
    const message = `A field for a ${purpose === 'pin' ? 'PIN' : 'password'} cannot have "${name}".`;
    draft.reportName('field/secret', `${pointer}/${name}`, message);
  }
  return purpose === 'pin' ? { accept: 'digits' } : {};
}

/** A secret must be known before the page has data: a purpose that is chosen by a condition cannot be checked. */
function reportHiddenChoice(draft: Draft, purpose: unknown, pointer: string): void {
  const { choose } = isJson(purpose) ? purpose : {};
  const entries: readonly unknown[] = Array.isArray(choose) ? choose : [];
  if (!entries.some((entry) => isHidden(isJson(entry) ? entry['value'] : entry))) return;
  const message = 'Whether a field is for a password or a PIN cannot depend on a condition.';
  draft.report('field/secret', pointer, message, 'write two fields, each with its "visibleWhen"');
}
