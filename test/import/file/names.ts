/** Names of products in many languages. */
export const productNames = {
  polish:
    'Krzesło dębowe|Stół kuchenny|Łóżko dziecięce|Półka wisząca|Żarówka ledowa|Świeca zapachowa|' +
    'Wąż ogrodowy|Ręcznik kąpielowy|Pościel bawełniana|Kołdra puchowa|Dzbanek szklany 1,5 l żółty|' +
    'Nóż do chleba|Łyżka drewniana|Miska niebieska mała|Szczotka do włosów|Mydło w płynie|' +
    'Śrubokręt krzyżakowy|Wiertło do betonu|Młotek ślusarski|Kubek z uchem żółty|Talerz głęboki|' +
    'Obrus lniany żakardowy|Poduszka pod głowę|Dywanik łazienkowy|Zasłona prysznicowa zieleń|' +
    'Wieszak na płaszcze|Kosz na śmieci|Płyn do naczyń|Gąbka kuchenna żółta|Zegar ścienny|' +
    'Sukienka letnia różowa|Spódnica dżinsowa długa|Koszula męska biała|Rękawiczki wełniane|' +
    'Czapka zimowa błękitna|Szalik w kratę|Skarpety bawełniane|Piżama dziecięca|' +
    'Kurtka przeciwdeszczowa żółta|Buty trekkingowe męskie|Książka kucharska|Piórnik szkolny|' +
    'Długopis żelowy|Papier pakowy brązowy|Taśma klejąca|Karma dla kotów|Smycz dla psów|' +
    'Zabawka pluszowa miś|Układanka drewniana|Gra planszowa Świat|Wózek spacerowy|Fotelik dziecięcy|' +
    'Śpiwór turystyczny|Namiot czteroosobowy żółty|Plecak górski|Bidon rowerowy różowy|' +
    'Dzwonek rowerowy głośny|Piłka nożna|Rakieta śnieżna|Łyżwy hokejowe|Wazon szklany różowy|' +
    'Ławka ogrodowa|Drabina składana|Grzejnik elektryczny ścienny|Czajnik żeliwny|Suszarka do włosów|' +
    'Żelazko parowe|Maszynka do mięsa|Wałek do ciasta|Łańcuch rowerowy|Śruba nierdzewna|Gwoździe stalowe|' +
    'Uchwyt ścienny|Zestaw sztućców|Miód gryczany słoik|Herbata zielona liść|Mąka żytnia|Jabłka suszone|' +
    'Pończochy cienkie|Sznurówki białe',
  czech:
    'Dřevěná židle|Kuchyňský stůl|Dětská postel čtyřhranná|Noční stolek|Skříň na šaty|Žárovka LED úsporná|' +
    'Vonná svíčka růže|Zahradní hadice zelená červená|Ručník na tělo|Ložní povlečení bavlněné|Peřina zimní|' +
    'Džbán skleněný|Nůž na chléb|Vařečka dřevěná|Miska na ovoce červená|Kartáč na vlasy měkký|' +
    'Tekuté mýdlo s levandulí růže|Šroubovák křížový|Vrták do betonu čtyřka|Kladivo tesařské|' +
    'Hrnek s uchem černý|Talíř hluboký|Ubrus lněný|Polštář pod hlavu|Předložka do koupelny|Závěs sprchový|' +
    'Věšák na kabáty|Koš na odpadky měděný|Prostředek na nádobí|Houbička kuchyňská|Hodiny nástěnné|' +
    'Šaty letní dámské květované|Sukně džínová|Košile pánská světlá|Rukavice vlněné|Čepice zimní|' +
    'Šála kostkovaná hnědá|Ponožky bavlněné|Pyžamo dětské|Bunda do deště|Boty trekové tmavě šedé|' +
    'Kuchařka pro děti|Penál školní růžový|Propiska gelová černá|Balicí papír hnědý|Lepicí páska průhledná|' +
    'Krmivo pro kočky|Vodítko pro psy měkké|Plyšový medvěd|Dřevěné puzzle|Stolní hra Svět|' +
    'Kočárek sportovní|Autosedačka dětská|Spacák péřový|Stan pro čtyři|Batoh turistický střední|' +
    'Láhev na kolo růžová|Zvonek na kolo stříbrný|Fotbalový míč|Sněžnice dřevěné|Konvička na čaj|' +
    'Kabát kožešinový|Řetěz na kolo|Šňůra na prádlo|Pračka předem plněná|Těsto na pečení|Krém na obličej|' +
    'Pěna na holení|Kartáček na zuby měkký|Štětec plochý|Lžíce na míchání dřevo|Květináč keramický|' +
    'Hračka pro kojence měkká|Papírové utěrky třívrstvé|Mléčná čokoláda|Ořechy vlašské|Džem meruňkový|' +
    'Kečup sladký|Hořčice plnotučná',
  hungarian:
    'Konyhai főzőlap|Törölköző fürdőszobai|Gyűrű ezüst|Tűzálló tál üvegből|Kenőcs bőrre|Esőkabát felnőtt|' +
    'Cipő női|Fűrész kézi|Fűnyíró elektromos|Kertészeti gyűjtő zsák|Bőrönd utazó|Szűrő víztisztító|' +
    'Hűtőtáska nagy|Erősítő gitár|Bögre főzött agyag színű|Felmosó vödör nyelű|Tűpárna varrós színű|' +
    'Söröskorsó kerámia nyelű',
  croatian:
    'Kućni ogrtač|Čajnik keramički|Vrtna kliješta čelična|Dječja kolica|Stolić kavski|' +
    'Ručnik za plažu crveni|Kuhača drvena žlica bukva rađena|Vješalica za odjeću|Čaša za vino|' +
    'Ploča za kuhanje|Uređaj za čišćenje',
  romanian:
    'Lampă de masă|Pernă ţesută|Scaun de bucătărie|Faţă de masă|Cană roşie|Bormaşină electrică|' +
    'Cuţit de pâine|Prosop pentru faţă|Jucărie pentru copii',
  russian:
    'Корзина синяя|Корзина красная|Корзина большая|Корзина детская|Корзина новая|Корзина мягкая|Корзина стеклянная|Корзина складная|Корзина лёгкая|Корзина прочная|Корзина белая|Корзина жёлтая|Чашка синяя|Чашка красная|Чашка большая|Чашка детская|Чашка новая|Чашка мягкая|Чашка стеклянная|Чашка складная|Чашка лёгкая|Чашка прочная|Чашка белая|Чашка жёлтая|Сковорода синяя|Сковорода красная|Сковорода большая|Сковорода детская|Сковорода новая|Сковорода мягкая|Сковорода стеклянная|Сковорода складная|Сковорода лёгкая|Сковорода прочная|Сковорода белая|Сковорода жёлтая|' +
    'Кружка синяя|Стул дубовый|Кровать детская|Лампа настольная|Полотенце банное|Нож для хлеба|' +
    'Чайник стеклянный|Подушка пуховая|Коврик для ванной|Куртка зимняя|Рюкзак походный|Мяч футбольный|' +
    'Книга рецептов|Ложка деревянная|Сковорода чугунная|Шарф шерстяной|Тарелка глубокая|Часы настенные|' +
    'Игрушка мягкая|Ведро оцинкованное|Чаша за кафе|Ключ гаечный 10 мм|USB-кабель белый|Сумка Nike чёрная|' +
    'Кружка синяя|Кружка красная|Кружка большая|Кружка детская|Кружка дешёвая|Кружка новая|Кружка мягкая|' +
    'Кружка стеклянная|Кружка для кухни|Кружка из дерева|Тарелка синяя|Тарелка красная|Тарелка большая|' +
    'Тарелка детская|Тарелка дешёвая|Тарелка новая|Тарелка мягкая|Тарелка стеклянная|Тарелка для кухни|' +
    'Тарелка из дерева|Скатерть синяя|Скатерть красная|Скатерть большая|Скатерть детская|Скатерть дешёвая|' +
    'Скатерть новая|Скатерть мягкая|Скатерть стеклянная|Скатерть для кухни|Скатерть из дерева|' +
    'Подушка синяя|Подушка красная|Подушка большая|Подушка детская|Подушка дешёвая|Подушка новая|' +
    'Подушка мягкая|Подушка стеклянная|Подушка для кухни|Подушка из дерева|Лампа синяя|Лампа красная|' +
    'Лампа большая|Лампа детская|Лампа дешёвая|Лампа новая|Лампа мягкая|Лампа стеклянная|Лампа для кухни|' +
    'Лампа из дерева|Куртка синяя|Куртка красная|Куртка большая|Куртка детская|Куртка дешёвая|Куртка новая|' +
    'Куртка мягкая|Куртка стеклянная|Куртка для кухни|Куртка из дерева|Сумка синяя|Сумка красная|' +
    'Сумка большая|Сумка детская|Сумка дешёвая|Сумка новая|Сумка мягкая|Сумка стеклянная|Сумка для кухни|' +
    'Сумка из дерева|Полка синяя|Полка красная|Полка большая|Полка детская|Полка дешёвая|Полка новая|' +
    'Полка мягкая|Полка стеклянная|Полка для кухни|Полка из дерева|Ваза синяя|Ваза красная|Ваза большая|' +
    'Ваза детская|Ваза дешёвая|Ваза новая|Ваза мягкая|Ваза стеклянная|Ваза для кухни|Ваза из дерева|' +
    'Коробка синяя|Коробка красная|Коробка большая|Коробка детская|Коробка дешёвая|Коробка новая|' +
    'Коробка мягкая|Коробка стеклянная|Коробка для кухни|Коробка из дерева|Свеча синяя|Свеча красная|' +
    'Свеча большая|Свеча детская|Свеча дешёвая|Свеча новая|Свеча мягкая|Свеча стеклянная|Свеча для кухни|' +
    'Свеча из дерева|Щётка синяя|Щётка красная|Щётка большая|Щётка детская|Щётка дешёвая|Щётка новая|' +
    'Щётка мягкая|Щётка стеклянная|Щётка для кухни|Щётка из дерева|Ложка синяя|Ложка красная|Ложка большая|' +
    'Ложка детская|Ложка дешёвая|Ложка новая|Ложка мягкая|Ложка стеклянная|Ложка для кухни|Ложка из дерева',
  german:
    'Küchenmesser groß|Löffel aus Edelstahl|Kopfhörer schwarz|Bücherregal weiß|Gießkanne grün|Tür aus Holz|' +
    'Kaffeemühle|Schlüsselanhänger|Wäschekorb|Nähmaschine|Kühltasche blau|Bürste für Töpfe|Fußball|' +
    'Straßenkarte|Spülmittel|Gemüsehobel|Käsereibe|Übertopf aus Ton|Öllampe|Äpfelschäler|' +
    'Glühbirne warmweiß|Rührschüssel|Dämmplatte|Möbelgriff|Bügeleisen|Türstopper|Mütze aus Wolle|' +
    'Hängematte|Strümpfe|Gürtel aus Leder|Fön|Maßband|Süßstoff|Schöpfkelle|Sägeblatt|Brötchenkorb|Lätzchen|' +
    'Kännchen|Müslischale|Gefäß|Weißwein|Kleiderbügel|Blumenkübel|Körperöl|Großer Topf|Öffner|Ärmelschoner|' +
    'Übung macht den Meister|Kürbis|Hörspiel|Säge|Zahnbürste',
  french:
    'Crème brûlée|Théière en fonte|Chaise pliante hêtre|Café moulu|Pêche au sirop|Boîte à outils|' +
    'Lampe à pétrole|Bougie parfumée|Écharpe rayée|Fenêtre de toit|Gâteau au chocolat|Râpe à fromage|' +
    'Poêle antiadhésive|Vêtement de pluie|Éponge végétale|Tête de lit|Étagère murale|Œuvre d’art|' +
    'Cœur en bois|Clé à molette|Forêt noire|Hôtel à insectes|Évier en grès|Machine à café|' +
    'Clôture électrique|Façade décorée|Rideau occultant doublé|Maïs soufflé|Bûche glacée|Flûte à champagne|' +
    'Crêpière|Coussin carré|Porte-clés|Bière blonde|Plateau en métal|Gilet réfléchissant|Chaîne en acier|' +
    'Éclairage|Noël|Poupée|Réchaud à gaz|Tapis d’entrée|Brosse à dents électrique|Crème glacée|' +
    'Épée en mousse|Gants à manches',
  dutch:
    'Koffiezetapparaat crème|Geïsoleerde fles|Tweeëntwintig kaarsen|Ruïne poster|Enquête formulier|' +
    'Café-au-lait kom|Decoupeerzaag hè|Patiënt armband|Eén lepel|Coördinaat|Creëer je eigen tas|' +
    'Vóórdeelset|Crêpepan|Bébé knuffel|Reünie|Officiële bal|Oliënspray|Ballet tutu dé klassieker|Paté mes|' +
    'Financiën map',
  spanish:
    'Lámpara de pie|Sillón reclinable|Cuchara de café|Jabón líquido|Piñata|Muñeca|Cinturón de piel|' +
    'Jardín vertical|Sartén de hierro|Edredón nórdico|Cajón|Taza pequeña|Balón|Música|Teléfono móvil|' +
    'Rotulador mágico|Colchón|Plátano de peluche|Bañador niño|Pijama de algodón|Sofá|Cortina opaca baño|' +
    'Miel orgánica|Pantalón corto|Azúcar',
  nordic:
    'Brødkniv|Kjøkkenbord|Sølvskje|Kaffekopp blå|Rød lampe|Håndkle|Smørkniv|Gulvtæppe|Lænestol|' +
    'Værktøjskasse|Børste|Småkager|Køkkenrulle|Ølglas|Æbleskiver|Fløde|Brödkorg|Skärbräda|Köksbord|' +
    'Kaffekanna grå|Tändstickor|Fågelmatare|Möbler|Träsked|Ljusstake mässing|Björnbär|Rødvin|Sengetøj|' +
    'Tøfler|Pære',
  portuguese:
    'Maçã verde|Cartão|Açúcar|Coração de pelúcia|Limão|Sabão líquido|Colchão|Fogão a gás|Pão|Irmãs|Relógio|' +
    'Câmara|Calções|Avião de papel|Pêssego|Café|Manhã|Botões|Mãe|Sofá',
  italian: 'Caffè macinato|Tè verde|Più luce|Lampada da comodità|Perché no|Bambù|Città|Libertà|Tazza da tè',
  signs:
    'Zand 1 m³|½ liter|5 µm filter|Ø 30 mm|Lego®|30 × 40 cm|10 °C|25 €|Merk™|©2024 Disney|3 m²|Ražen|ž|' +
    '® ž|Škoda|Žilina|n° 5|– 50 %|“Best” mug|foto’s|d’eau|½l|¼ m²|100 µF|±5 %|N°5|Überraschung|É|«Mug»|' +
    'Größe XL|GRÖSSE|CAFÉ|ÉCHARPE|Mañana|Curaçao|Citroën|Häagen-Dazs|10 cm',
  slovak:
    'Stolička drevená|Posteľ detská|Nôž na chlieb veľký|Uterák kúpeľňový|Hodiny nástenné veľké|' +
    'Šálka čierna|Topánky kožené|Bunda do dažďa|Cestoviny vaječné|Stôl kuchynský ľahký',
  bulgarian:
    'Чаша за кафе|Стол дървен|Маса кухненска|Легло детско|Лампа нощна|Кърпа за баня|Нож за хляб|' + 'Възглавница мека',
  ukrainian: 'Кухоль синій|Стілець дубовий|Ліжко дитяче|Рушник лляний|Ніж для хліба|Подушка пухова',
} as const satisfies Readonly<Record<string, string>>;
