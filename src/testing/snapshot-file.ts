/**
 * One state in a screen's snapshot of one language. The snapshot has one block for each state, in the order of the
 * states. In the file, a block with the same text as an earlier one contains only the name of that state.
 */
export interface SnapshotBlock {
  readonly state: string;
  readonly title: string;
  readonly lines: readonly string[];
}

/** Used in place of a language for records of scripts. */
export const SCRIPT_RECORDS = 'scripts';

/** Used in place of a language for looks. */
export const LOOKS = 'looks';

/** The name of the block with a script's looks; the other blocks are named after states. */
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
    [SCRIPT_RECORDS]: `${screen} by scripts: each step, the requests that it causes, and the changes in what a borrower is told`,
    [LOOKS]: `${screen} to the eye: how it looks, in the renderer's words`,
  };
  const about = abouts[language] ?? `${screen} in ${language}: what a borrower is told`;
  const head = `# ${about}. Written by \`capiz test -u\`.\n`;
  return [head, ...parts].join('\n');
}

/** Parses the output of `writeSnapshot`; ignores everything outside blocks. */
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
