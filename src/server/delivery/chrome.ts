/** Whether the page or the surrounding app shows the header. */
export type Chrome = 'web' | 'host';

/**
 * Whether a document is for the shell, by its user agent. Safari and similar browsers name Safari; the web view of
 * an app does not. After a wrong guess the page's script adds or removes the header.
 * @param userAgent - The header.
 */
export function chromeFor(userAgent: string | undefined): Chrome {
  return userAgent?.includes(' AppleWebKit/') === true && !userAgent.includes(' Safari/') ? 'host' : 'web';
}
