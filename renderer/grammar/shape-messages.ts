import { limits } from '../plan/limits.generated.ts';
import type { ProblemCode } from './codes.ts';
import { didYouMean } from './nearest.ts';
import { joinPointer } from './pointer.ts';
import type { Fault } from './shape-faults.ts';
import { shapes } from './shapes.generated.ts';

export interface Description {
  readonly code: ProblemCode;
  readonly message: string;
  readonly help?: string | undefined;
  readonly pointer: string;
  readonly part: 'key' | 'value';
}

interface Around {
  /** The value at the fault's pointer. */
  readonly value: unknown;
  /** Names that the record there may have. */
  readonly names: readonly string[];
}

/** Converts a schema fault to a message in terms of the grammar. */
export function describeFault(fault: Fault, around: Around): Description {
  if (fault.propertyName !== undefined) return describeName(fault, fault.propertyName);
  const { pointer } = fault;
  switch (fault.keyword) {
    case 'discriminator':
      return describeTag(fault, around.value);
    case 'additionalProperties':
      return describeUnknown(fault, around);
    case 'required': {
      const missing = String(fault.params['missingProperty']);
      const message = `${capital(owner(around.value))} requires "${missing}".`;
      return { code: 'property/missing', message, pointer, part: 'value' };
    }
    case 'dependentRequired': {
      const [property, missing] = [fault.params['property'], fault.params['missingProperty']].map(String);
      const message = `"${property}" requires "${missing}".`;
      const place = joinPointer(pointer, property ?? '');
      return { code: 'property/missing', message, help: `add "${missing}"`, pointer: place, part: 'key' };
    }
    case 'type':
      return describeType(fault, around.value);
    case 'enum': {
      const allowed = list(fault.params['allowedValues']);
      if (pointer === '/grammar') {
        const message = `There is no grammar ${JSON.stringify(around.value)}; there are ${allowed.map(String).join(', ')}.`;
        return { code: 'document/unknown-grammar', message, pointer, part: 'value' };
      }
      const message = `Allowed here: ${allowed.map((word) => JSON.stringify(word)).join(', ')}.`;
      const help =
        typeof around.value === 'string' ? didYouMean(around.value, allowed.map(String)) : undefined;
      return { code: 'property/not-allowed-value', message, help, pointer, part: 'value' };
    }
    case 'false schema': {
      const name = pointer.slice(pointer.lastIndexOf('/') + 1);
      const message = `"${name}" is not allowed together with the other properties here.`;
      return { code: 'property/not-allowed-value', message, pointer, part: 'value' };
    }
    case 'const':
      return describeConstant(fault);
    case 'uniqueItems': {
      const place = joinPointer(pointer, Number(fault.params['i']));
      return {
        code: 'property/repeated-item',
        message: 'This item is in the array twice.',
        pointer: place,
        part: 'value',
      };
    }
    case 'pattern':
      return {
        code: 'property/bad-format',
        message: formatMessage(String(fault.params['pattern'])),
        pointer,
        part: 'value',
      };
    case 'not':
      return { code: 'property/bad-format', message: RESERVED, pointer, part: 'value' };
    default:
      return describeSize(fault);
  }
}

/** The message of the only `not` in the schemas, which is in identifiers and names. */
const RESERVED = '"constructor", "prototype" and "__proto__" cannot be names: every object already has them.';

/** A name that a map in a document does not allow. */
function describeName(fault: Fault, name: string): Description {
  const place = { pointer: joinPointer(fault.pointer, name), part: 'key' } as const;
  if (fault.keyword === 'enum') {
    const allowed = list(fault.params['allowedValues']).map(String);
    const message = `There is no "${name}" here; there are ${allowed.join(', ')}.`;
    return { code: 'property/unknown', message, help: didYouMean(name, allowed), ...place };
  }
  if (fault.keyword === 'maxLength')
    return { code: 'property/too-long', message: longMessage(fault.params['limit']), ...place };
  const message = fault.keyword === 'not' ? RESERVED : formatMessage(String(fault.params['pattern']));
  return { code: 'name/bad-name', message, ...place };
}

function describeTag(fault: Fault, value: unknown): Description {
  const tag = String(fault.params['tag']);
  const pointer = joinPointer(fault.pointer, tag);
  const written = fault.params['tagValue'];
  if (typeof written !== 'string')
    return {
      code: 'property/bad-type',
      message: `"${tag}" must be a string, not ${kindOf(written)}.`,
      pointer,
      part: 'value',
    };
  const [code, noun, names] = catalogueOf(tag, fault.pointer);
  // An action among nodes, or a node among actions, lacks this tag; ajv has already reported that.
  const help =
    didYouMean(written, names) ?? elsewhere(written, value) ?? `there are ${[...names].sort().join(', ')}`;
  return { code, message: `No ${noun} is called "${written}".`, help, pointer, part: 'value' };
}

function catalogueOf(tag: string, pointer: string): [ProblemCode, string, string[]] {
  if (tag === 'do') return ['action/unknown', 'action', Object.keys(shapes.actions)];
  if (/^\/overlays\/[^/]+$/.test(pointer))
    return ['overlay/unknown-type', 'type of overlay', Object.keys(shapes.overlays)];
  return ['widget/unknown-type', 'widget', Object.keys(shapes.widgets)];
}

function elsewhere(written: string, value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(shapes.overlays, written))
    return `a ${written} belongs under "overlays", and the action "open" shows it`;
  if (Object.hasOwn(shapes.widgets, written))
    return `a ${written} is a widget: it belongs in a body or a bar`;
  return undefined;
}

function describeUnknown(fault: Fault, { value, names }: Around): Description {
  const unknown = String(fault.params['additionalProperty']);
  return {
    code: 'property/unknown',
    message: `${capital(owner(value))} has no property "${unknown}".`,
    help: helpFor(unknown, fault.meant, names),
    pointer: joinPointer(fault.pointer, unknown),
    part: 'key',
  };
}

function helpFor(unknown: string, meant: string | undefined, names: readonly string[]): string | undefined {
  if (meant === undefined) return didYouMean(unknown, names);
  return didYouMean(unknown, [meant]) ?? `it requires "${meant}": did you mean that?`;
}

function describeType(fault: Fault, value: unknown): Description {
  const expected = [fault.params['type']].flat().map(String);
  const nouns = expected.map((type) => TYPE_NOUNS[type] ?? type);
  const message =
    value === null
      ? 'null is not allowed: leave the property out.'
      : `This must be ${nouns.join(' or ')}, not ${kindOf(value)}.`;
  return { code: 'property/bad-type', message, pointer: fault.pointer, part: 'value' };
}

function describeConstant(fault: Fault): Description {
  const allowed = fault.params['allowedValue'];
  const { pointer } = fault;
  return {
    code: 'property/not-allowed-value',
    message: `Only ${JSON.stringify(allowed)} is allowed here.`,
    pointer,
    part: 'value',
  };
}

function describeSize(fault: Fault): Description {
  const limit = fault.params['limit'];
  const { pointer } = fault;
  const part = 'value';
  switch (fault.keyword) {
    case 'maxLength':
      return { code: 'property/too-long', message: longMessage(limit), pointer, part };
    case 'maxItems':
    case 'maxProperties':
      return {
        code: 'property/too-many',
        message: `At most ${String(limit)} are allowed here.`,
        pointer,
        part,
      };
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return {
        code: 'property/too-few',
        message: `At least ${String(limit)} are required here.`,
        pointer,
        part,
      };
    default: {
      const comparison = String(fault.params['comparison']);
      const words = COMPARISONS[comparison] ?? comparison;
      return {
        code: 'property/out-of-range',
        message: `The number must be ${words} ${String(limit)}.`,
        pointer,
        part,
      };
    }
  }
}

const COMPARISONS: { readonly [sign: string]: string } = {
  '<=': 'at most',
  '>=': 'at least',
  '<': 'less than',
  '>': 'more than',
};

const TYPE_NOUNS: { readonly [type: string]: string } = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
};

/** Messages for the patterns of the schemas. */
const FORMATS: { readonly [pattern: string]: string } = {
  '^[a-z][a-z0-9-]*$': 'An id consists of lower-case letters, digits and hyphens, and begins with a letter.',
  '^[A-Za-z_][A-Za-z0-9_]*$':
    'A name consists of letters, digits and underscores, and does not begin with a digit.',
  '^(state|kept|form)(\\.[A-Za-z_][A-Za-z0-9_-]*)+$':
    'A path that can be written is state.name, kept.name, form.id or form.id.name.',
  '^/[A-Za-z0-9/_-]*$':
    'A route begins with / and consists of letters, digits, hyphens, underscores and slashes.',
  '^(source|[a-z]{2,3}(-[A-Z][A-Za-z]+)?)$': 'A language is "source" or a tag such as en-PH.',
};

function formatMessage(pattern: string): string {
  return FORMATS[pattern] ?? `This must match the pattern ${pattern}.`;
}

const LONGEST = {
  text: limits.text,
  id: limits.id,
  expressionLength: limits.expressionLength,
  pattern: limits.pattern,
};

function longMessage(limit: unknown): string {
  const [name] = Object.entries(LONGEST).find(([, most]) => most === limit) ?? [];
  return `At most ${String(limit)} characters${name === undefined ? '' : ` (limit "${name}")`}.`;
}

/** The name of an object in messages, by its type if it has one. */
function owner(value: unknown): string {
  const record =
    typeof value === 'object' && value !== null ? (value as { type?: unknown; do?: unknown }) : {};
  const { type, do: action } = record;
  if (typeof action === 'string' && Object.hasOwn(shapes.actions, action)) return `the action "${action}"`;
  if (
    typeof type === 'string' &&
    (Object.hasOwn(shapes.widgets, type) || Object.hasOwn(shapes.overlays, type))
  )
    return `the widget "${type}"`;
  return 'this object';
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'a number' : 'a number with a fraction';
  return TYPE_NOUNS[typeof value] ?? typeof value;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
