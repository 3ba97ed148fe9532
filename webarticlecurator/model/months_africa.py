"""Rows of ``months.py``: names of months and days in Arabic and in languages of Africa, from
Unicode CLDR (Babel 2.18)."""

ROWS = """
af months Januarie|Februarie|Maart|April|Mei|Junie|Julie|Augustus|September|Oktober|November|Desember
af short Jan.|Feb.|Mrt.|Apr.|Mei|Jun.|Jul.|Aug.|Sep.|Okt.|Nov.|Des.
af days Maandag|Dinsdag|Woensdag|Donderdag|Vrydag|Saterdag|Sondag
af short-days Ma.|Di.|Wo.|Do.|Vr.|Sa.|So.
am months ጃንዋሪ|ፌብሩዋሪ|ማርች|ኤፕሪል|ሜይ|ጁን|ጁላይ|ኦገስት|ሴፕቴምበር|ኦክቶበር|ኖቬምበር|ዲሴምበር
am short ጃን|ፌብ|ማርች|ኤፕሪ|ሜይ|ጁን|ጁላይ|ኦገስ|ሴፕቴ|ኦክቶ|ኖቬም|ዲሴም
am days ሰኞ|ማክሰኞ|ረቡዕ|ሐሙስ|ዓርብ|ቅዳሜ|እሑድ
am short-days ሰኞ|ማክሰ|ረቡዕ|ሐሙስ|ዓርብ|ቅዳሜ|እሑድ
ar months يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر
ar short يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر
ar days الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد
ar short-days الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد
ar-dz months جانفي|فيفري|مارس|أفريل|ماي|جوان|جويلية|أوت|سبتمبر|أكتوبر|نوفمبر|ديسمبر
ar-dz short جانفي|فيفري|مارس|أفريل|ماي|جوان|جويلية|أوت|سبتمبر|أكتوبر|نوفمبر|ديسمبر
ar-dz days الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد
ar-dz short-days الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد
ar-lb months كانون الثاني|شباط|آذار|نيسان|أيار|حزيران|تموز|آب|أيلول|تشرين الأول|تشرين الثاني|كانون الأول
ar-lb short كانون الثاني|شباط|آذار|نيسان|أيار|حزيران|تموز|آب|أيلول|تشرين الأول|تشرين الثاني|كانون الأول
ar-lb days الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد
ar-lb short-days الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد
ar-ma months يناير|فبراير|مارس|أبريل|ماي|يونيو|يوليوز|غشت|شتنبر|أكتوبر|نونبر|دجنبر
ar-ma short يناير|فبراير|مارس|أبريل|ماي|يونيو|يوليوز|غشت|شتنبر|أكتوبر|نونبر|دجنبر
ar-ma days الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد
ar-ma short-days الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد
ha months Janairu|Faburairu|Maris|Afirilu|Mayu|Yuni|Yuli|Agusta|Satumba|Oktoba|Nuwamba|Disamba
ha short Jan|Fab|Mar|Afi|May|Yun|Yul|Agu|Sat|Okt|Nuw|Dis
ha days Litinin|Talata|Laraba|Alhamis|Jummaʼa|Asabar|Lahadi
ha short-days Lit|Tal|Lar|Alh|Jum|Asa|Lah
ig months Jenụwarị|Febrụwarị|Maachị|Epreel|Mee|Jun|Julaị|Ọgọọst|Septemba|Ọktoba|Novemba|Disemba
ig short Jen|Feb|Maa|Epr|Mee|Juu|Jul|Ọgọ|Sep|Ọkt|Nov|Dis
ig days Mọnde|Tiuzdee|Wenezdee|Tọọzdee|Fraịdee|Satọdee|Sọndee
ig short-days Mọn|Tiu|Wen|Tọọ|Fraị|Sat|Sọn
mg months Janoary|Febroary|Martsa|Aprily|Mey|Jona|Jolay|Aogositra|Septambra|Oktobra|Novambra|Desambra
mg short Jan|Feb|Mar|Apr|Mey|Jon|Jol|Aog|Sep|Okt|Nov|Des
mg days Alatsinainy|Talata|Alarobia|Alakamisy|Zoma|Asabotsy|Alahady
mg short-days Alats|Tal|Alar|Alak|Zom|Asab|Alah
om months Amajjii|Guraandhala|Bitootessa|Eebila|Caamsaa|Waxabajjii|Adoolessa|Hagayya|Fulbaana|Onkoloolessa|Sadaasa|Mudde
om short Ama|Gur|Bitootessa|Elb|Cam|Wax|Ado|Hag|Ful|Onk|Sadaasa|Mud
om days Wiixata|Kibxata|Roobii|Kamisa|Jimaata|Sanbata|Dilbata
om short-days Wix|Kib|Rob|Kam|Jim|San|Dil
rw months Mutarama|Gashyantare|Werurwe|Mata|Gicurasi|Kamena|Nyakanga|Kanama|Nzeri|Ukwakira|Ugushyingo|Ukuboza
rw short mut.|gas.|wer.|mat.|gic.|kam.|nya.|kan.|nze.|ukw.|ugu.|uku.
rw days Kuwa mbere|Kuwa kabiri|Kuwa gatatu|Kuwa kane|Kuwa gatanu|Kuwa gatandatu|Ku cyumweru
rw short-days mbe.|kab.|gtu.|kan.|gnu.|gnd.|cyu.
so months Janaayo|Febraayo|Maarso|Abriil|Maayo|Juun|Luulyo|Agosto|Sebtembar|Oktoobar|Noofeembar|Diseembar
so months-alone Jannaayo|Febraayo|Maarso|Abriil|Maayo|Juun|Luulyo|Ogosto|Sebteembar|Oktoobar|Noofeembar|Diseembar
so short Jan|Feb|Mar|Abr|May|Jun|Lul|Ogs|Seb|Okt|Nof|Dis
so days Isniin|Talaado|Arbaco|Khamiis|Jimco|Sabti|Axad
so short-days Isn|Tldo|Arbc|Khms|Jmc|Sbti|Axd
sn months Ndira|Kukadzi|Kurume|Kubvumbi|Chivabvu|Chikumi|Chikunguru|Nyamavhuvhu|Gunyana|Gumiguru|Mbudzi|Zvita
sn short Ndi|Kuk|Kur|Kub|Chv|Chk|Chg|Nya|Gun|Gum|Mbu|Zvi
sn days Muvhuro|Chipiri|Chitatu|China|Chishanu|Mugovera|Svondo
sn short-days Muv|Chp|Cht|Chn|Chs|Mug|Svo
sw months Januari|Februari|Machi|Aprili|Mei|Juni|Julai|Agosti|Septemba|Oktoba|Novemba|Desemba
sw short Jan|Feb|Mac|Apr|Mei|Jun|Jul|Ago|Sep|Okt|Nov|Des
sw days Jumatatu|Jumanne|Jumatano|Alhamisi|Ijumaa|Jumamosi|Jumapili
sw short-days Jumatatu|Jumanne|Jumatano|Alhamisi|Ijumaa|Jumamosi|Jumapili
ti months ጥሪ|ለካቲት|መጋቢት|ሚያዝያ|ጉንበት|ሰነ|ሓምለ|ነሓሰ|መስከረም|ጥቅምቲ|ሕዳር|ታሕሳስ
ti short ጥሪ|ለካ|መጋ|ሚያ|ግን|ሰነ|ሓም|ነሓ|መስ|ጥቅ|ሕዳ|ታሕ
ti days ሰኑይ|ሰሉስ|ረቡዕ|ሓሙስ|ዓርቢ|ቀዳም|ሰንበት
ti short-days ሰኑ|ሰሉ|ረቡ|ሓሙ|ዓር|ቀዳ|ሰን
xh months Janyuwari|Februwari|Matshi|Epreli|Meyi|Juni|Julayi|Agasti|Septemba|Okthobha|Novemba|Disemba
xh months-alone Janyuwari|Februwari|Matshi|Epreli|Meyi|Juni|Julayi|Agasti|Septemba|Okthoba|Novemba|Disemba
xh short Jan|Feb|Mat|Epr|Mey|Jun|Jul|Aga|Sept|Okt|Nov|Dis
xh short-alone Jan|Feb|Mat|Epr|Mey|Jun|Jul|Aga|Sep|Okt|Nov|Dis
xh days Mvulo|Lwesibini|Lwesithathu|Lwesine|Lwesihlanu|Mgqibelo|Cawe
xh short-days Mvu|Lwesb|Tha|Sin|Hla|Mgq|Caw
yo months Oṣù Ṣẹ́rẹ́|Oṣù Èrèlè|Oṣù Ẹrẹ̀nà|Oṣù Ìgbé|Oṣù Ẹ̀bibi|Oṣù Òkúdu|Oṣù Agẹmọ|Oṣù Ògún|Oṣù Owewe|Oṣù Ọ̀wàrà|Oṣù Bélú|Oṣù Ọ̀pẹ̀
yo short Oṣù Ṣẹ́rẹ́|Oṣù Èrèlè|Oṣù Ẹrẹ̀nà|Oṣù Ìgbé|Oṣù Ẹ̀bibi|Oṣù Òkúdu|Oṣù Agẹmọ|Oṣù Ògún|Oṣù Owewe|Oṣù Ọ̀wàrà|Oṣù Bélú|Oṣù Ọ̀pẹ̀
yo days Ọjọ́ Ajé|Ọjọ́ Ìsẹ́gun|Ọjọ́rú|Ọjọ́bọ|Ọjọ́ Ẹtì|Ọjọ́ Àbámẹ́ta|Ọjọ́ Àìkú
yo days-alone Ajé|Ìsẹ́gun|Ọjọ́rú|Ọjọ́bọ|Ẹtì|Àbámẹ́ta|Àìkú
yo short-days Ajé|Ìsẹ́gun|Ọjọ́rú|Ọjọ́bọ|Ẹtì|Àbámẹ́ta|Àìkú
zu months Januwari|Februwari|Mashi|Ephreli|Meyi|Juni|Julayi|Agasti|Septhemba|Okthoba|Novemba|Disemba
zu short Jan|Feb|Mas|Eph|Mey|Jun|Jul|Aga|Sep|Okt|Nov|Dis
zu days UMsombuluko|ULwesibili|ULwesithathu|ULwesine|ULwesihlanu|UMgqibelo|ISonto
zu short-days Mso|Bil|Tha|Sin|Hla|Mgq|Son
"""
