import type { ErrorObject } from 'ajv';

/**
 * What a request lacks, as sentences for a person; the values themselves are left out.
 *
 * @param part - What the pointers begin in: `body` or `address`.
 */
export function describeFaults(part: string, faults: readonly ErrorObject[] | null | undefined): string {
  const sentences = (faults ?? []).map((fault) => describeFault(part, fault));
  return [...new Set(sentences)].join(' ');
}

/** Members of ajv's `params`, by keyword. */
interface Params {
  readonly limit?: number;
  readonly missingProperty?: string;
  readonly additionalProperty?: string;
  readonly propertyName?: string;
  readonly type?: string | readonly string[];
  readonly allowedValues?: readonly unknown[];
  readonly allowedValue?: unknown;
}

function describeFault(part: string, { instancePath, keyword, params, parentSchema }: ErrorObject): string {
  const pointer = instancePath.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
  const name = pointer === '' ? `The ${part}` : `"${pointer}"`;
  // Written by ajv.
  const {
    limit = 0,
    missingProperty,
    additionalProperty,
    propertyName,
    type,
    allowedValues,
    allowedValue,
  } = params as Params;
  switch (keyword) {
    case 'required':
      return `${name} lacks "${missingProperty}".`;
    case 'additionalProperties':
      return `${name} has "${additionalProperty}", which is not known here.`;
    case 'propertyNames':
      return `${name} may not have a member "${propertyName}".`;
    case 'minLength':
      return limit === 1 ? `${name} is empty.` : `${name} is too short: write at least ${limit} characters.`;
    case 'maxLength':
      return `${name} is too long: at most ${limit} characters.`;
    case 'minimum':
      return `${name} is too small: at least ${limit}.`;
    case 'maximum':
      return `${name} is too large: at most ${limit}.`;
    case 'minItems':
    case 'minProperties':
      return `${name} has too few entries: at least ${limit}.`;
    case 'maxItems':
    case 'maxProperties':
      return `${name} has too many entries: at most ${limit}.`;
    case 'uniqueItems':
      return `${name} has an entry twice.`;
    case 'enum':
      return `${name} is none of ${allowedValues?.map((value) => JSON.stringify(value)).join(', ')}.`;
    case 'const':
      return `${name} is not ${JSON.stringify(allowedValue)}.`;
    case 'type':
      return `${name} is of another type: ${[type].flat().join(' or ')} is expected.`;
    case 'pattern':
      return `${name} is not in the expected form.${describeSchema(parentSchema)}`;
    default:
      return `${name} does not fit what the API takes.${describeSchema(parentSchema)}`;
  }
}

function describeSchema(schema: ErrorObject['parentSchema']): string {
  const { description } = (schema ?? {}) as { description?: string };
  return description === undefined ? '' : ` ${description}`;
}
