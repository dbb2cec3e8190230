import type { Plugin } from 'vite';

export function recordPackages(file: string): Plugin;
