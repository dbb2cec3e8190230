import type { Compiled } from '#renderer/grammar/compile.ts';
import { createPositions } from '#renderer/grammar/positions.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { INSPECTED_PROPERTIES, type NodePlace, type ScreenPlaces } from '#src/shared/inspected.ts';

/**
 * Where the nodes of every screen are written.
 *
 * @param files - The documents that were compiled.
 * @returns By screen; each is looked up when it is asked for.
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

/** Of a property that is absent, what is found is the node around it. */
function textOf(written: string): string | undefined {
  const value: unknown = written.startsWith('"') ? JSON.parse(written) : undefined;
  return typeof value === 'string' ? value : undefined;
}
