import type { LiveScreen } from '#renderer/index.ts';
import { evaluate } from '#renderer/plan/evaluate.ts';
import type { Engine } from '#renderer/runtime/ports/engine.ts';
import { readsOf } from '#renderer/runtime/reads.ts';
import { writeValue } from './describe.ts';

/** Whether the condition of an overlay holds in the scope of the screen, and the values that it reads. */
export function overlayCondition(screen: LiveScreen, id: string) {
  const { scope } = engineOf(screen);
  const condition = screen.plan.overlays[id]?.visible ?? true;
  const values = [...readsOf(condition)].flatMap((path) => {
    const text = writeValue(scope.read(path.split('.')));
    return text === undefined ? [] : [{ path, text }];
  });
  return { holds: evaluate(condition, scope) === true, values };
}

/**
 * Opens an overlay without the action that opens it, in the scope of the screen.
 *
 * @returns false if the overlay's condition does not hold.
 */
export async function openOverlay(screen: LiveScreen, id: string): Promise<boolean> {
  if (!overlayCondition(screen, id).holds) return false;
  const { overlays, scope } = engineOf(screen);
  const origin = { scope, list: 'inspector', event: 'tap' };
  await overlays.prepare(id, origin);
  overlays.open(id, origin)?.catch(() => undefined);
  return true;
}

/** Every screen that `openScreen` returns has its engine; the type of the page leaves it out. */
function engineOf(screen: LiveScreen): Engine {
  return (screen as LiveScreen & { readonly engine: Engine }).engine;
}
