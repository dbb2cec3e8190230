import type { Compiled } from '#renderer/grammar/compile.ts';
import { createPositions } from '#renderer/grammar/positions.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { INSPECTED_PROPERTIES, type NodePlace, type ScreenPlaces } from '#src/shared/inspected.ts';

/**
 * Finds the source locations of the nodes of every screen.
 * @param files - The documents that were compiled.
 * @returns a function by screen id; locations are computed when it is called.
 */
export function createScreenPlaces(
  compiled: Pick<Compiled, 'screens'>,
  files: readonly SourceFile[],
): (screen: string) => ScreenPlaces | undefined {
  const positions = createPositions({ compiled, files });

  function placeOf(file: string, pointer: string): NodePlace {
    const { line, column } = positions.ofFile(file, pointer);
    const texts = INSPECTED_PROPERTIES.flatMap((property) => {
      const text = textOf(positions.ofFile(file, `${pointer}/${property}`).text);
      return text === undefined ? [] : [[property, text] as const];
    });
    return { at: `${file}:${line}:${column}`, written: Object.fromEntries(texts) };
  }

  return (screen) => {
    if (!Object.hasOwn(compiled.screens, screen)) return undefined;
    const origins = compiled.screens[screen]?.origins ?? {};
    return {
      nodes: Object.fromEntries(
        Object.entries(origins).map(([id, { file, pointer }]) => [id, placeOf(file, pointer)]),
      ),
    };
  };
}

/**
 * The string in a property. If the property is absent, `written` is the JSON of the surrounding node: then
 * undefined.
 */
function textOf(written: string): string | undefined {
  const value: unknown = written.startsWith('"') ? JSON.parse(written) : undefined;
  return typeof value === 'string' ? value : undefined;
}
