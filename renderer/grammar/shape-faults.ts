import { nearestName } from './nearest.ts';
import type { ShapeError } from './validators.generated.d.ts';

/** A violated keyword of a JSON Schema. */
export interface Fault {
  readonly keyword: string;
  readonly pointer: string;
  readonly params: { readonly [name: string]: unknown };
  /** The fault is in a member's name, not in its value. */
  readonly propertyName?: string;
  /** For an unknown member: the missing required member that the author probably meant. */
  readonly meant?: string;
}

/** Keywords that only report that another keyword failed. */
const SUMMARIES = new Set(['oneOf', 'if']);

/** Keywords that a name can violate, but a record cannot. */
const OF_NAMES = new Set(['pattern', 'enum', 'maxLength', 'not']);

/**
 * Reduces ajv's errors to the faults that a person would report.
 *
 * For alternatives ajv reports why each one failed, and then that all failed. Only the alternative with the
 * JSON type of the actual value was meant; if there is none, the fault is the type.
 */
export function foldAlternatives(errors: readonly ShapeError[], read: (pointer: string) => unknown): Fault[] {
  const faults: Fault[] = [];
  for (const error of errors) {
    const fault: Fault = { keyword: error.keyword, pointer: error.instancePath, params: error.params };
    if (SUMMARIES.has(error.keyword)) continue;
    if (error.keyword === 'propertyNames') nameLast(faults, fault);
    else if (error.keyword === 'anyOf') {
      const of: Fault[] = [];
      for (let last = faults.at(-1); last !== undefined && isWithin(last, fault); last = faults.at(-1)) {
        of.unshift(last);
        faults.pop();
      }
      faults.push(...foldOne(fault, of, read(fault.pointer)));
    } else faults.push(fault);
  }
  return withoutOverfull(withoutMissingTags(faults));
}

/** ajv reports why a name is invalid before it reports the name. */
function nameLast(faults: Fault[], refused: Fault): void {
  const propertyName = String(refused.params['propertyName']);
  for (let i = faults.length - 1; i >= 0; i--) {
    const fault = faults[i];
    if (fault === undefined || fault.pointer !== refused.pointer || !OF_NAMES.has(fault.keyword)) return;
    if (fault.propertyName === undefined) faults[i] = { ...fault, propertyName };
  }
}

function isWithin(fault: Fault, outer: Fault): boolean {
  return fault.pointer === outer.pointer || fault.pointer.startsWith(`${outer.pointer}/`);
}

function foldOne(alternatives: Fault, of: readonly Fault[], value: unknown): Fault[] {
  const types = of.filter((fault) => fault.keyword === 'type' && fault.pointer === alternatives.pointer);
  const isRecord = typeof value === 'object' && value !== null;
  const meant = of.filter(
    (fault) =>
      !types.includes(fault) &&
      !(fault.pointer === alternatives.pointer && isRecord && fault.keyword === 'const'),
  );
  const here = meant.filter((fault) => fault.pointer === alternatives.pointer);
  // A record that has no member of the only possible alternative belongs to another location.
  const isStranger =
    meant.length === here.length &&
    here.some(({ keyword }) => keyword === 'required') &&
    here.some(({ keyword }) => keyword === 'additionalProperties') &&
    !here.some(
      ({ params }) =>
        typeof params['missingProperty'] === 'string' && isNear(params['missingProperty'], here),
    );
  if (meant.length > 0 && !isStranger) return meant;
  const expected = types.flatMap(({ params }) => params['type']).map(String);
  return [{ keyword: 'type', pointer: alternatives.pointer, params: { type: [...new Set(expected)] } }];
}

/** Whether a missing name may be a misspelt existing one. */
function isNear(missing: string, here: readonly Fault[]): boolean {
  const written = here.flatMap(({ params }) => params['additionalProperty'] ?? []).map(String);
  return nearestName(missing, written) !== undefined;
}

/**
 * Merges a missing and an unknown name into one fault at the unknown name, if this is a misspelling: it is near the
 * missing name, or the record has no other missing or unknown name.
 *
 * @param namesAt - The names that the record at a pointer may have.
 */
export function joinMisspelt(
  faults: readonly Fault[],
  namesAt: (pointer: string) => readonly string[],
  read: (pointer: string) => unknown,
): Fault[] {
  const gone = new Set<Fault>();
  const meant = new Map<Fault, string>();
  const join = (unknown: Fault, missing: Fault): void => {
    meant.set(unknown, missingIn(missing));
    gone.add(missing);
  };
  const records = new Set(faults.filter(isUnknown).map(({ pointer }) => pointer));
  for (const pointer of records) {
    const here = faults.filter((fault) => fault.pointer === pointer);
    const missing = here.filter(({ keyword }) => keyword === 'required');
    const written = read(pointer);
    const free = namesAt(pointer).filter(
      (name) => typeof written === 'object' && written !== null && !Object.hasOwn(written, name),
    );
    const unknown = here.filter(isUnknown);
    for (const one of unknown) {
      const nearest =
        nearestName(unknownIn(one), missing.map(missingIn)) ?? nearestName(unknownIn(one), free);
      for (const other of missing) if (missingIn(other) === nearest && !gone.has(other)) join(one, other);
    }
    const left = unknown.filter((one) => !meant.has(one) && nearestName(unknownIn(one), free) === undefined);
    const stillMissing = missing.filter((one) => !gone.has(one));
    const [only] = left;
    const [lacking] = stillMissing;
    if (only && lacking && left.length === 1 && stillMissing.length === 1) join(only, lacking);
  }
  return faults
    .filter((fault) => !gone.has(fault))
    .map((fault) => {
      const name = meant.get(fault);
      return name === undefined ? fault : { ...fault, meant: name };
    });
}

function isUnknown({ keyword }: Fault): boolean {
  return keyword === 'additionalProperties';
}

function unknownIn({ params }: Fault): string {
  return String(params['additionalProperty']);
}

function missingIn({ params }: Fault): string {
  return String(params['missingProperty']);
}

/** A missing tag is reported as a missing property; the discriminator fault adds nothing. */
function withoutMissingTags(faults: readonly Fault[]): Fault[] {
  const missing = new Set(
    faults
      .filter(({ keyword }) => keyword === 'required')
      .map(({ pointer, params }) => `${String(params['missingProperty'])} ${pointer}`),
  );
  return faults.filter(
    ({ keyword, pointer, params }) =>
      keyword !== 'discriminator' ||
      params['error'] !== 'tag' ||
      !missing.has(`${String(params['tag'])} ${pointer}`),
  );
}

/** If a list is much too long, only its length is reported, not its items. */
function withoutOverfull(faults: Fault[]): Fault[] {
  const overfull = faults.filter(({ keyword }) => keyword === 'maxItems').map(({ pointer }) => `${pointer}/`);
  if (overfull.length === 0) return faults;
  const outer = overfull.filter(
    (list) => !overfull.some((other) => other !== list && list.startsWith(other)),
  );
  return faults.filter(({ pointer }) => !outer.some((list) => pointer.startsWith(list)));
}
