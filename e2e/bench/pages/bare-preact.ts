import { h, render } from 'preact';

const ROWS = 10;

/** A minimal popup with Preact: reads storage once and renders as many rows as ours. */
chrome.storage.local.get('snapshot').then(({ snapshot }) => {
  const words = snapshot === undefined ? 'no snapshot' : 'a snapshot';
  const rows = Array.from({ length: ROWS }, (_, at) =>
    h('li', { class: 'row', key: at }, [h('strong', null, `Row ${at}`), h('span', null, words)]),
  );
  const app = document.getElementById('app');
  if (app) render(rows, app);
});
