import type { Plugin } from 'vite';

/**
 * Asks the browser to compile all of a script as it arrives, beside the main thread, and not each function when it is first
 * called (https://github.com/WICG/explicit-javascript-compile-hints-file-based): the page has little that it does not call.
 */
export function compileHintPlugin(): Plugin {
  return {
    name: 'capiz:compile-hint',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      },
    },
  };
}
