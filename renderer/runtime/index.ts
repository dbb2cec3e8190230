export type { Probes } from './create-engine.ts';
export { openScreen } from './open-screen.ts';
export * from './action.ts';
export * from './live.ts';
export type { Engine } from './ports/engine.ts';
export type { FormsPort } from './ports/forms.ts';
export * from './services.ts';
