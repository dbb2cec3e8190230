import { isImpossible } from './impossible.ts';
import type { WrittenDocument, WrittenNode } from './document.ts';

/** Reports a second primary button that can be visible on a surface at the same time. */
export function lintPrimaryButtons(document: WrittenDocument): void {
  const primaries = document.nodes.filter(
    ({ type, raw }) => type === 'button' && raw['emphasis'] === 'primary',
  );
  primaries.forEach((button, index) => {
    const beside = primaries.slice(0, index).find((other) => canStandBeside(document, other, button));
    if (beside === undefined) return;
    const { line } = document.document.place(beside.pointer);
    document.report(
      'screen/primary-buttons',
      `${button.pointer}/emphasis`,
      `This primary button can be visible at the same time as the one in line ${line}.`,
    );
  });
}

function canStandBeside(document: WrittenDocument, one: WrittenNode, other: WrittenNode): boolean {
  if (one.surface !== other.surface || areInOtherPanels(one, other)) return false;
  return !isImpossible([...document.conditions(one), ...document.conditions(other)]);
}

function areInOtherPanels(one: WrittenNode, other: WrittenNode): boolean {
  const shared = one.ancestors.filter((node, index) => other.ancestors[index] === node);
  const at = shared.map(({ type }) => type).lastIndexOf('tabs');
  return at >= 0 && one.ancestors[at + 1] !== other.ancestors[at + 1];
}
