import type { PropertyShapes } from '../../renderer/grammar/shapes.generated.ts';

/** What a component receives of these properties: `readonly label: Words;`, a line each. */
export function writeMembers(name: string, properties: PropertyShapes): readonly string[];
