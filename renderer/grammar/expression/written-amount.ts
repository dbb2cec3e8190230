import type { StringProblem } from '../type.ts';
import { type Checked, compose } from './checked.ts';
import type { Syntax } from './syntax.ts';
import { error } from './tokens.ts';

/*
 * `minor(1000000)`: an amount that is written out, in minor units. It stands only beside a comparison, so that no
 * amount of a definition is shown, computed with or sent.
 */

type WrittenAmount = Extract<Syntax, { kind: 'call' }> & { readonly name: 'minor' };

export function isWrittenAmount(node: Syntax): node is WrittenAmount {
  return node.kind === 'call' && node.name === 'minor' && node.receiver === undefined;
}

/** A written amount needs no function at run time. */
export function checkAmount(node: WrittenAmount): Checked | StringProblem {
  const [only, ...more] = node.args;
  if (only?.kind === 'integer' && more.length === 0) return compose({ kind: 'money' }, only.value);
  const message = 'minor(…) takes a literal in minor units: minor(1000000) is 10,000.00.';
  return error('expression/type', node.at, node.end - node.at, message);
}

export function misplacedAmount({ at, length }: WrittenAmount): StringProblem {
  const message = 'minor(…) is allowed in a comparison only.';
  return error('expression/type', at, length, message, 'write a.amount > minor(1000000)');
}
