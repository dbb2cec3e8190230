import { termsOf } from '../../plan/terms.ts';
import type { NodeShape } from '../shapes.generated.ts';
import { isTickBox, widgetShape } from './written-type.ts';

/** The properties of a widget that are amounts. */
export function amountsOfWidget(type: string): readonly string[] {
  const properties = widgetShape(type)?.properties ?? {};
  return Object.keys(properties).filter((name) => properties[name]?.slot === 'money');
}

/** The `terms` of a node in its plan: undefined for widgets whose terms a page knows by their name. */
export function findTerms(type: string, shape: NodeShape): readonly string[] | undefined {
  if (termsOf({ type }) !== undefined) return undefined;
  const amounts = amountsOfWidget(type);
  return amounts.length > 0 || isTickBox(type) || isCriticalLeaf(shape)
    ? amounts.filter((name) => shape.properties[name]?.required === true)
    : undefined;
}

/** A widget that must not be left out, although it neither contains widgets nor runs actions. */
function isCriticalLeaf({ critical, events, properties }: NodeShape): boolean {
  return critical && events.length === 0 && Object.values(properties).every(({ slot }) => slot !== 'nodes');
}
