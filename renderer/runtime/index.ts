export { openScreen, type Probes } from './open-screen.ts';
export * from './action.ts';
export * from './live.ts';
export * from './ports.ts';
export * from './services.ts';
