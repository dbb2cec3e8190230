import { replyOf } from '../form.ts';
import { fromService, longForm } from './form.js';

/**
 * Exposes the long form of a page to the measurement.
 *
 * A hand-written page parses the service's reply during the measurement, as ours does. For a library, the
 * form is translated into the library's format before.
 */
export function expose({ translate, draw, isWritten = false, ...page }) {
  const root = document.getElementById('root');
  let mount;
  window.bench = {
    ...page,
    async prepare(count, isSupplied) {
      if (isWritten && isSupplied) {
        const reply = replyOf(count);
        mount = () => draw(root, translate(fromService(JSON.parse(reply).data.items, true)));
      } else {
        const form = translate(longForm(count, isSupplied));
        mount = () => draw(root, form);
      }
    },
    mount: () => void mount(),
  };
}
