import type { Syntax } from '#renderer/grammar/expression/syntax.ts';

/** What a row looks at. */
export interface Subject {
  readonly of: 'value' | 'size' | 'days' | 'today';
  /** Path with plain dots; empty for `today()`. */
  readonly path: string;
  /** Whether it has a default, so that it is always there. */
  readonly hasDefault: boolean;
}

/** @returns undefined for an expression that no row can look at. */
export function readSubject(node: Syntax): Subject | undefined {
  if (node.kind === 'call' && node.name === 'orValue' && node.receiver !== undefined) {
    const inner = readSubject(node.receiver);
    const [fallback] = node.args;
    const isLiteral = fallback !== undefined && isPlain(fallback);
    return inner && isLiteral ? { ...inner, hasDefault: true } : undefined;
  }
  const of = node.kind === 'call' && node.receiver === undefined ? MEASURES[node.name] : undefined;
  if (node.kind === 'call' && node.receiver === undefined && node.name === 'today')
    return node.args.length > 0 ? undefined : { of: 'today', path: '', hasDefault: false };
  if (node.kind === 'call' && of !== undefined) {
    const [only, ...more] = node.args;
    const path = only && dotted(only);
    return path === undefined || more.length > 0 ? undefined : { of, path, hasDefault: false };
  }
  const path = dotted(node);
  return path === undefined ? undefined : { of: 'value', path, hasDefault: false };
}

const MEASURES: { readonly [name: string]: 'size' | 'days' } = { size: 'size', daysUntil: 'days' };

function isPlain({ kind }: Syntax): boolean {
  return kind === 'text' || kind === 'integer' || kind === 'number' || kind === 'boolean';
}

/** A path with its optional dots as plain ones. */
function dotted(node: Syntax): string | undefined {
  if (node.kind !== 'member') return node.kind === 'name' ? node.name : undefined;
  const around = dotted(node.of);
  return around === undefined ? undefined : `${around}.${node.name}`;
}
