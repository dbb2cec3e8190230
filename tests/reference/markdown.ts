import type { Described, Member } from './schemas.ts';

/* Pages as a person reads them, in a browser or an editor. */

const WIDTH = 96;

/** JSON as the definitions are written: what fits on a line stands on one. */
export function writeJson(value: unknown, indent = ''): string {
  const flat = writeFlat(value);
  if (typeof value !== 'object' || value === null || indent.length + flat.length <= WIDTH) return flat;
  const further = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const lines = Array.isArray(value)
    ? value.map((item) => further + writeJson(item, further))
    : Object.entries(value).map(
        ([name, item]) => `${further}${JSON.stringify(name)}: ${writeJson(item, further)}`,
      );
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

function writeFlat(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeFlat).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${writeFlat(item)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

export function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\n`;
}

/** A table's cell: bars would end it. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows.map((row) => row.map(cell))];
  return `${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`;
}

function rowOf({ name, kind, isRequired, default: preset, description }: Member): readonly string[] {
  const given = preset === undefined ? '' : `\`${JSON.stringify(preset)}\``;
  return [`\`${name}\``, kind, isRequired ? 'yes' : given === '' ? '' : `no: ${given}`, description];
}

function writeTable(members: readonly Member[]): string {
  return members.length === 0
    ? 'It has no members of its own.\n'
    : table(['member', 'is', 'needed', 'meaning'], members.map(rowOf));
}

/** A record's members, and below them those of the records inside it. */
export function writeMembers({ members, inner }: Described, depth: number): string {
  const parts = inner.map(({ title, members: ofInner }) => {
    return `\n${'#'.repeat(depth)} ${title}\n\n${writeTable(ofInner)}`;
  });
  return [writeTable(members), ...parts].join('');
}

/** `Not enabled` of `valid-not-enabled.json`. */
export function titleOfFixture(file: string): string {
  const words = file
    .replace(/^valid-?/, '')
    .replace(/\.json$/, '')
    .replaceAll('-', ' ');
  return words === '' ? 'Example' : words.charAt(0).toUpperCase() + words.slice(1);
}
