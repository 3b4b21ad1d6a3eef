/** A name for this browser that its owner recognises in the list, such as "Chromium on Linux". */
export function browserName(agent: Navigator): string {
  const { userAgent } = agent;
  const browser = /Firefox/.test(userAgent) ? 'Firefox' : /Edg\//.test(userAgent) ? 'Edge' : 'Chrome';
  const system = [
    [/Windows/, 'Windows'],
    [/Mac OS/, 'macOS'],
    [/CrOS/, 'ChromeOS'],
    [/Android/, 'Android'],
    [/Linux/, 'Linux'],
  ].find(([pattern]) => (pattern as RegExp).test(userAgent))?.[1];
  return system ? `${browser} on ${system as string}` : browser;
}
