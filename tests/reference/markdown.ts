import type { Described, Member } from './schemas.ts';

/* The Markdown of the reference, readable in a browser and in an editor. */

const WIDTH = 96;

/** JSON in the format of definitions: on one line if it fits. */
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

/** A table cell with escaped bars. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows.map((row) => row.map(cell))];
  return `${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`;
}

function rowOf({ name, kind, isRequired, default: preset, description }: Member): readonly string[] {
  const given = preset === undefined ? '' : `\`${JSON.stringify(preset)}\``;
  return [`\`${name}\``, kind, isRequired ? 'yes' : given === '' ? '' : `default: ${given}`, description];
}

function writeTable(members: readonly Member[]): string {
  return members.length === 0
    ? 'It has no members of its own.\n'
    : table(['member', 'type', 'required', 'meaning'], members.map(rowOf));
}

/** An object's members, followed by those of its nested objects. */
export function writeMembers({ members, inner }: Described, depth: number): string {
  const parts = inner.map(({ title, members: ofInner }) => {
    return `\n${'#'.repeat(depth)} ${title}\n\n${writeTable(ofInner)}`;
  });
  return [writeTable(members), ...parts].join('');
}

/** `valid-not-enabled.json` becomes `Not enabled`. */
export function titleOfFixture(file: string): string {
  const words = file
    .replace(/^valid-?/, '')
    .replace(/\.json$/, '')
    .replaceAll('-', ' ');
  return words === '' ? 'Example' : words.charAt(0).toUpperCase() + words.slice(1);
}
