import type { ScreenSurface } from '../live.ts';

/** State of the screen around its nodes. Listeners run once per commit. */
export interface SurfacePort {
  get(): ScreenSurface;
  /** Replaces members; undefined removes an optional one. */
  set(patch: { readonly [K in keyof ScreenSurface]?: ScreenSurface[K] | undefined }): void;
}
