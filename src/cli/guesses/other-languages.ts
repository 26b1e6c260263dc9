import { listed } from '../../text/words.ts';
import type { CommandGuess } from './command-guess.ts';

/** The nouns as Dutch, German and French shops call them. */
export const ofOtherLanguages: readonly CommandGuess[] = [
  {
    after: '',
    words: listed('producten artikel artikelen produkt produkte produit produits catalogus katalog'),
    advice: 'Here they are called products: shop-cli products list',
  },
  {
    after: '',
    words: listed('klant klanten relaties debiteuren kunde kunden client'),
    advice: 'Here they are called customers: shop-cli customers find jansen',
  },
  {
    after: '',
    words: listed('bestelling bestellingen bestellung bestellungen auftrag auftrage aufträge commande commandes'),
    advice: 'Here they are called orders: shop-cli orders list --last 20',
  },
  {
    after: '',
    words: listed('adres adressen adresse adresses anschrift anschriften'),
    advice: 'Here they are called addresses: shop-cli addresses list --customer <id>',
  },
  {
    after: '',
    words: listed('winkelwagen winkelwagens winkelmand mandje warenkorb warenkorbe warenkörbe panier paniers'),
    advice: 'Here they are called baskets: shop-cli baskets list --last 20',
  },
  {
    after: '',
    words: listed('voorraad lagerbestand lager'),
    advice: 'To list products that are nearly sold out: shop-cli products list --stock-to 5',
  },
  {
    after: '',
    words: listed('importeren inlezen importieren importer'),
    advice: 'To create products from a file: shop-cli products import <file>',
  },
  {
    after: '',
    words: listed('exporteren exportieren exporter'),
    advice: 'To write a file: shop-cli products export --output-file products.csv',
  },
  {
    after: '',
    words: listed('zoek zoeken suche suchen chercher'),
    advice: 'Products: shop-cli products list --search "*lamp*". People and orders: shop-cli customers find jansen',
  },
  { after: '', words: listed('hilfe aide hulp'), advice: 'To see every command: shop-cli help' },
];
