/**
 * The products of the first data, one a line: SKU | EAN | model | category | manufacturer | price | purchase price |
 * VAT % | status | image | stock. Prices are excluding VAT. Stock is a number, or one number per combination of
 * options: `3-12,4-7=5` is option 3 with value 12 and option 4 with value 7, five in stock (`options` in `catalogue.ts`).
 * The EANs are of the range 200 and 020, which GS1 leaves to the shops themselves. The first line becomes product 200.
 */
export const productLines = `
BEL-001|2004711001002|KB-55|11|1|7.95|3.10|21|1|bell.jpg|48
BEL-002|2004711001071|KB-20|11|1|4.50|1.65|21|1|bell.jpg|120
LMP-101|2004711001149|LX-40|12|2|24.95|11.80|21|1|light.jpg|35
LMP-102|2004711001217|LX-80|12|2|44.95|21.40|21|1|light.jpg|12
LMP-110|0204711001282|LR-5|12|2|12.50|5.25|21|1|light.jpg|64
BND-201|2004711001354|CT-28|13|3|18.90|9.05|21|1|tyre.jpg|3-15=14 3-16=22 3-17=0
RGJ-301|2004711001422|RJ-9|31|4|79.95|38.20|21|1|jacket.jpg|3-12,4-7=5 3-12,4-8=2 3-13,4-7=8 3-13,4-8=0 3-14,4-7=3 3-14,4-8=1
RGB-302|2004711001491|RB-4|31|4|49.95|22.75|21|1|jacket.jpg|3-12=9 3-13=11 3-14=4
BND-202|2004711001569|CT-37|13|3|21.50|10.30|21|1|tyre.jpg|17
BNN-210|2004711001637|IT-28|13|3|5.95|2.20|21|1|tube.jpg|210
BNN-211|2004711001705|IT-26|13|3|5.95|2.20|21|1|tube.jpg|95
ZDL-401|2004711001774|SD-1|14|5|39.95|18.60|21|1|saddle.jpg|16
ZDL-402|2004711001842|SD-2|14|5|89.00|47.50|21|1|saddle.jpg|6
TAS-501|2004711001910|PB-20|21|6|64.95|31.00|21|1|bag.jpg|4-7=12 4-8=7 4-9=5
TAS-502|0204711001985|PB-10|21|6|34.95|16.40|21|1|bag.jpg|23
TAS-503|2004711002054|HB-4|21|6|29.95|13.90|21|1|bag.jpg|0
RUG-510|2004711002122|BP-22|22|6|54.95|26.10|21|1|backpack.jpg|4-7=10 4-9=3
RUG-511|2004711002191|BP-12|22|6|39.95|18.80|21|1|backpack.jpg|14
HND-601|2004711002269|GL-1|32|4|24.95|10.60|21|1|gloves.jpg|3-11=6 3-12=15 3-13=13 3-14=2
HND-602|2004711002337|GL-2|32|4|14.95|6.15|21|1|gloves.jpg|3-11=8 3-12=18 3-13=9
HLM-701|2004711002405|HM-3|33|7|59.95|29.30|21|1|helmet.jpg|3-11=4 3-12=7 3-13=7
HLM-702|2004711002474|HM-K|33|7|34.95|16.75|21|1|helmet.jpg|19
HLM-703|2004711002542|HM-9|33|7|129.00|68.00|21|1|helmet.jpg|3
GRD-801|2004711002610|TL-17|41|8|19.95|9.20|21|1|tool.jpg|41
GRD-802|0204711002685|PM-H|41|8|22.50|10.90|21|1|pump.jpg|27
GRD-803|2004711002757|PM-F|41|8|44.95|22.10|21|1|pump.jpg|9
GRD-804|2004711002825|RP-7|41|8|3.95|1.20|21|1|tool.jpg|160
GRD-805|2004711002894|TS-3|41|8|2.25|0.70|21|1|tool.jpg|85
SMR-810|2004711002962|OL-100|42|9|8.95|3.85|21|1|oil.jpg|72
SMR-811|2004711003037|CL-500|42|9|9.75|4.15|21|1|oil.jpg|38
SMR-812|2004711003105|GR-50|42|9|6.4950|2.7325|21|1|oil.jpg|54
SLT-821|2004711003174|LK-85|43|10|34.95|17.20|21|1|lock.jpg|29
SLT-822|2004711003242|LK-R|43|10|27.50|13.45|21|1|lock.jpg|0
SLT-823|2004711003310|LK-U|43|10|49.95|25.60|21|1|lock.jpg|11
BOK-901|0204711003385|ISB-1|51|11|24.50|14.70|9|1|book.jpg|18
BOK-902|2004711003457|ISB-2|51|11|19.95|11.95|9|1|book.jpg|7
MOK-911|2004711003525|MG-1|52|11|11.95|4.60|21|1|mug.jpg|4-7=20 4-8=16 4-9=0
MOK-912|2004711003594|MG-2|52|11|13.50|5.20|21|1|mug.jpg|15
KRT-921|2004711003662|CD-8|52|11|6.95|2.40|21|1|card.jpg|33
CAD-931||GC-25|52|0|25.00|25.00|0|1|card.jpg|999
DSC-999|2004711003808|DSC|0|0|0.00|0.00|21|0||0
`;

/**
 * The texts of the first products, one a line: SKU | name in Dutch | name in English | description in Dutch |
 * description in English.
 */
export const textLines = `
BEL-001|Fietsbel "Ding Dong" messing|"Ding Dong" brass bicycle bell|Luide tweeklank, past op elk stuur.|Loud two-tone bell, fits any handlebar.
BEL-002|Fietsbel mini zwart|Mini bicycle bell, black|Kleine bel van aluminium.|Small aluminium bell.
LMP-101|Koplamp 40 lux USB|Front light 40 lux USB|Oplaadbaar, vijf uur op volle kracht.|Rechargeable, five hours at full power.
LMP-102|Koplamp 80 lux USB|Front light 80 lux USB|Voor donkere buitenwegen.|For dark country roads.
LMP-110|Achterlicht rood met reflector|Red rear light with reflector|Met standlicht.|Keeps shining while you stand.
BND-201|Buitenband Stad, antilek|City tyre, puncture resistant|Drie maten, reflecterende rand.|Three sizes, reflective edge.
RGJ-301|Regenjas Wolkbreuk|Cloudburst rain jacket|Waterdicht tot 10.000 mm, met capuchon over de helm.|Waterproof to 10,000 mm, with a hood that fits over a helmet.
RGB-302|Regenbroek Wolkbreuk|Cloudburst rain trousers|Met ritsen tot de knie.|With zips up to the knee.
BND-202|Buitenband Toer 37 mm|Touring tyre 37 mm|Soepel en zuinig.|Supple and fast.
BNN-210|Binnenband 28 inch|Inner tube 28 inch|Hollands ventiel, 40 mm.|Dunlop valve, 40 mm.
BNN-211|Binnenband 26 inch|Inner tube 26 inch|Hollands ventiel, 40 mm.|Dunlop valve, 40 mm.
ZDL-401|Zadel Gemütlich, breed|Gemütlich saddle, wide|Gelzadel voor rechtop fietsen.|Gel saddle for riding upright.
ZDL-402|Leren zadel, honing|Leather saddle, honey|Vormt zich naar de rijder.|Takes the shape of its rider.
TAS-501|Dubbele fietstas 40 liter|Double pannier 40 litres|Van oude vrachtwagenzeilen gemaakt.|Made of old lorry tarpaulins.
TAS-502|Enkele fietstas 18 liter|Single pannier 18 litres|Met draagriem.|With a shoulder strap.
TAS-503|Stuurtas met kaartvak|Handlebar bag with map case|Klikt los in één beweging.|Clicks off in one move.
RUG-510|Rugzak Polder 22 liter|Polder backpack 22 litres|Met luchtrug en helmhouder.|With a ventilated back and a helmet holder.
RUG-511|Rugzak Duin 12 liter|Dune backpack 12 litres|Licht en smal.|Light and slim.
HND-601|Winterhandschoenen|Winter gloves|Winddicht, bedient een telefoon.|Windproof, work with a phone.
HND-602|Zomerhandschoenen zonder vingers|Fingerless summer gloves|Gel in de palm.|Gel in the palm.
HLM-701|Helm Stadspark|City Park helmet|Met achterlicht in het draaiwiel.|With a rear light in the dial.
HLM-702|Kinderhelm Zeehond 48-52 cm|Seal children's helmet 48-52 cm|Groeit mee.|Grows along.
HLM-703|Racehelm 210 gram|Racing helmet 210 grams|Achttien luchtgaten.|Eighteen vents.
GRD-801|Multitool 17 functies|Multi-tool, 17 functions|Met kettingpons.|With a chain breaker.
GRD-802|Handpomp met manometer|Hand pump with gauge|Tot 8 bar, alle ventielen.|Up to 8 bar, every valve.
GRD-803|Vloerpomp staal|Steel floor pump|Houten handgreep, 11 bar.|Wooden handle, 11 bar.
GRD-804|Reparatiedoosje banden|Puncture repair kit|Zeven plakkers, lijm en schuurpapier.|Seven patches, glue and sandpaper.
GRD-805|Bandenlichters, set van 3|Tyre levers, set of 3|Breken niet bij vorst.|Do not break in frost.
SMR-810|Kettingolie 100 ml, biologisch|Chain oil 100 ml, biodegradable|Voor droog en nat weer.|For dry and wet weather.
SMR-811|Fietsreiniger 500 ml|Bicycle cleaner 500 ml|Lost modder en vet op.|Dissolves mud and grease.
SMR-812|Kogellagervet 50 g|Bearing grease 50 g|Voor naven en trapassen.|For hubs and bottom brackets.
SLT-821|Kettingslot 85 cm|Chain lock 85 cm|Gehard staal in een hoes.|Hardened steel in a sleeve.
SLT-822|Ringslot met insteekketting|Frame lock with plug-in chain|Goedgekeurd slot.|Approved lock.
SLT-823|Beugelslot 23 cm|U-lock 23 cm|Met drie sleutels.|With three keys.
BOK-901|Fietsroutes door de Achterhoek|Cycle routes through the Achterhoek|Twintig tochten met kaart.|Twenty tours with maps.
BOK-902|Zelf je fiets repareren|Repair your own bicycle|Stap voor stap, met 200 foto's.|Step by step, with 200 photographs.
MOK-911|Mok met fiets 🚲|Mug with a bicycle 🚲|Aardewerk, 300 ml.|Earthenware, 300 ml.
MOK-912|Theekom 自転車|Tea bowl 自転車|Handgedraaid, met het Japanse woord voor fiets.|Hand thrown, with the Japanese word for bicycle.
KRT-921|Ansichtkaarten, set van 8|Postcards, set of 8|Oude rijwielreclame.|Old bicycle advertisements.
CAD-931|Cadeaubon 25 euro|Gift card 25 euros|Drie jaar geldig.|Valid for three years.
DSC-999|Proefartikel (niet in de winkel)|Test article (not in the shop)|Alleen voor intern gebruik.|For internal use only.
`;
