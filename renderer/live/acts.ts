import { createIntents } from './intents.ts';
import { createOverlays } from './overlays.ts';
import type { Acts } from './ports.ts';

/** What a screen needs when somebody acts on it. A page may have it come later: `lazy-acts.ts`. */
export const acts: Acts = { createIntents, createOverlays };
