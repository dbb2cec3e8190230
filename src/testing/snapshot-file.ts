/**
 * The text of a screen in one language: a block for each state, in the states' own order. A state that is told like an
 * earlier one says so in place of saying it again.
 */
export interface SnapshotBlock {
  readonly state: string;
  readonly title: string;
  readonly lines: readonly string[];
}

/** Stands for a language where what was drawn is a script's record. */
export const SCRIPT_RECORDS = 'scripts';

/** Stands for a language where what was drawn is how it looks. */
export const LOOKS = 'looks';

/** What a script's looks are called beside those of states. */
export function scriptBlock(script: string): string {
  return `script ${script}`;
}

const AS = 'as ';

export function writeSnapshot(screen: string, language: string, blocks: readonly SnapshotBlock[]): string {
  const known = new Map<string, string>();
  const parts = blocks.map(({ state, title, lines }) => {
    const text = lines.join('\n');
    const same = known.get(text);
    if (same === undefined) known.set(text, state);
    return `## ${state}: ${title}\n${same === undefined ? text : AS + same}\n`;
  });
  const abouts: { readonly [kind: string]: string } = {
    [SCRIPT_RECORDS]: `${screen} by scripts: what is done, what that asks for, how what is told changes`,
    [LOOKS]: `${screen} to the eye: how it looks, in the renderer's words`,
  };
  const about = abouts[language] ?? `${screen} in ${language}: what a borrower is told`;
  const head = `# ${about}. Written by \`capiz test -u\`.\n`;
  return [head, ...parts].join('\n');
}

/** Reads what `writeSnapshot` wrote; what is no block is left out. */
export function readSnapshot(text: string): readonly SnapshotBlock[] {
  const blocks = new Map<string, SnapshotBlock>();
  for (const part of text.split(/^(?=## )/m)) {
    const [head = '', ...rest] = part.trimEnd().split('\n');
    const [, state, title = ''] = /^## ([^:]+): (.*)$/.exec(head) ?? [];
    if (state === undefined) continue;
    const [only = ''] = rest;
    const same = rest.length === 1 && only.startsWith(AS) ? blocks.get(only.slice(AS.length)) : undefined;
    blocks.set(state, { state, title, lines: same?.lines ?? rest });
  }
  return [...blocks.values()];
}
