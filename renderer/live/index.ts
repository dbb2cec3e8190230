export { openScreen, type Probes } from './open-screen.ts';
export * from './live.ts';
export * from './services.ts';
