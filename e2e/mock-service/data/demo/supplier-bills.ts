/** A supplier's paper bill. Its file is in `pictures/`, its text in `recognition/recorded.json`. */
export interface SupplierBill {
  supplier: string;
  number: string;
  /** As `YYYY-MM-DD`. */
  date: string;
  currency: 'EUR' | 'GBP';
  taxPercent: number;
  items: { description: string; quantity: number; unitPrice: number }[];
  /** A photograph, or a PDF as a scanner makes it. */
  file: string;
}

export const SUPPLIER_BILLS: readonly SupplierBill[] = [
  {
    supplier: 'Nordlicht Paper Ltd',
    number: 'NL-20931',
    date: '2026-10-02',
    currency: 'EUR',
    taxPercent: 19,
    items: [
      { description: 'Gift boxes, kraft, large', quantity: 200, unitPrice: 0.85 },
      { description: 'Tissue paper, white', quantity: 40, unitPrice: 3.2 },
      { description: 'Ribbon, green, 50 m', quantity: 12, unitPrice: 6.5 },
    ],
    file: 'nordlicht-paper.png',
  },
  {
    supplier: 'Harbour Freight Services',
    number: 'HFS/26/1184',
    date: '2026-10-19',
    currency: 'GBP',
    taxPercent: 20,
    items: [
      { description: 'Pallet transport, two stops', quantity: 2, unitPrice: 148 },
      { description: 'Storage, per week', quantity: 3, unitPrice: 37.5 },
    ],
    file: 'harbour-freight.png',
  },
  {
    supplier: 'Clay Works Delft',
    number: '2026-0457',
    date: '2026-11-05',
    currency: 'EUR',
    taxPercent: 21,
    items: [
      { description: 'Blue mug, large', quantity: 144, unitPrice: 4.1 },
      { description: 'Tea bowl, small', quantity: 96, unitPrice: 3.75 },
      { description: 'Firing, per batch', quantity: 2, unitPrice: 90 },
    ],
    file: 'clay-works.pdf',
  },
];

/** Sums of a bill, in its currency. */
export function sumsOf({ items, taxPercent }: Pick<SupplierBill, 'items' | 'taxPercent'>) {
  const subtotal = round(items.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0));
  const tax = round((subtotal * taxPercent) / 100);
  return { subtotal, tax, total: round(subtotal + tax) };
}

export function round(amount: number): number {
  return Math.round(amount * 100) / 100;
}
