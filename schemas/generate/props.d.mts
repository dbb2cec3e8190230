import type { PropertyShapes } from '../../renderer/grammar/shapes.generated.ts';

/** The properties that a component receives, one line for each: `readonly label: Words;`. */
export function writeMembers(name: string, properties: PropertyShapes): readonly string[];
