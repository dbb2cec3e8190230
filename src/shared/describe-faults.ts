import * as v from 'valibot';

type Issue = v.BaseIssue<unknown>;

/**
 * Describes what is wrong with a request, as sentences for a person, without the values.
 * @param part - Name of the root: `body` or `address`.
 */
export function describeFaults(part: string, issues: readonly Issue[]): string {
  return [...new Set(issues.flatMap((issue) => describeFault(part, issue)))].join(' ');
}

function describeFault(part: string, issue: Issue, outer: readonly v.IssuePathItem[] = []): string[] {
  const path = [...outer, ...(issue.path ?? [])];
  const last = path.at(-1);
  if (last?.origin === 'key') return [describeKey(nameOf(part, path.slice(0, -1)), String(last.key), issue)];
  // Report the problems of every alternative of a union.
  const inner = issue.type === 'union' ? (issue.issues ?? []) : [];
  const sentences = inner.flatMap((one) => describeFault(part, one, path));
  return [...sentences, `${nameOf(part, path)} ${describeValue(issue)}`];
}

/** What is wrong with each member of a body, by name; a form shows it at its field. */
export function faultsByName(issues: readonly Issue[]): { readonly [name: string]: string } {
  return Object.fromEntries(
    issues.flatMap((issue) => {
      const name = v.getDotPath(issue);
      return name === null || name === undefined ? [] : [[name, describeValue(issue)]];
    }),
  );
}

function nameOf(part: string, path: readonly v.IssuePathItem[]): string {
  return path.length === 0 ? `The ${part}` : `"${path.map(({ key }) => String(key)).join('/')}"`;
}

function describeKey(name: string, key: string, { type, expected }: Issue): string {
  if (type !== 'strict_object') return `${name} must not have a member "${key}".`;
  return expected === 'never' ? `${name} has "${key}", which is unknown.` : `${name} lacks "${key}".`;
}

/** The part of a sentence after the name of a member. */
export function describeValue({ kind, type, expected, requirement, input, message }: Issue): string {
  const bound = String(requirement);
  switch (type) {
    // The schemas of custom checks define their messages.
    case 'custom':
    case 'regex':
    case 'union':
    case 'check_items':
      return message;
    case 'min_length':
      if (Array.isArray(input)) return `has too few entries: at least ${bound}.`;
      return requirement === 1 ? 'is empty.' : `is too short: write at least ${bound} characters.`;
    case 'max_length':
      if (Array.isArray(input)) return `has too many entries: at most ${bound}.`;
      return `is too long: at most ${bound} characters.`;
    case 'min_value':
      return `is too small: at least ${bound}.`;
    case 'max_value':
      return `is too large: at most ${bound}.`;
    case 'picklist':
      return `must be one of ${expected?.replace(/^\(|\)$/g, '').replaceAll(' | ', ', ')}.`;
    case 'literal':
      return `is not ${expected}.`;
    default:
      return kind === 'schema' || type === 'integer'
        ? `is of another type: ${(type === 'integer' ? type : expected)?.toLowerCase()} is expected.`
        : 'is not accepted by the API.';
  }
}
